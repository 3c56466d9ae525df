"""one-norm-for-all

One LayerNorm serves every sub-layer, so all share one gain and one bias. It runs and it trains:
only counting the parameters shows it.
Try: Make one `nn.LayerNorm(d_model)` for each sub-layer.
Hint: self.norm1 = nn.LayerNorm(d_model), self.norm2 = nn.LayerNorm(d_model), ...
"""
