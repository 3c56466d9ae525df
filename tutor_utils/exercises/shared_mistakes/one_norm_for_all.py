"""one-norm-for-all

Your module learns one gain and one bias: one LayerNorm serves every sub-layer, or the others are
missing. With one for all it runs and it trains: only counting the parameters shows it.
Try: Make one `nn.LayerNorm(d_model)` for each sub-layer.
Hint: self.norm1 = nn.LayerNorm(d_model), self.norm2 = nn.LayerNorm(d_model), ...
"""
