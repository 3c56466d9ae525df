"""one-norm-for-all

Numbers of the norms are missing: one LayerNorm may serve every sub-layer, the others may be left
out, or the norms may have no bias (RMSNorm has none). It runs and it trains all the same: only
counting the parameters shows it.
Try: Make one `nn.LayerNorm(d_model)` for each sub-layer.
Hint: self.norm1 = nn.LayerNorm(d_model), self.norm2 = nn.LayerNorm(d_model), ...
"""
