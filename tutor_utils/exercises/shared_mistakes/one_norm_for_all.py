"""one-norm-for-all

One LayerNorm serves every sub-layer, so all share one gain and one bias. A published reading of
the paper has this fault. It trains, only worse.
Try: Make one `nn.LayerNorm(d_model)` for each sub-layer.
Hint: self.norm1 = nn.LayerNorm(d_model), self.norm2 = nn.LayerNorm(d_model), ...
"""
