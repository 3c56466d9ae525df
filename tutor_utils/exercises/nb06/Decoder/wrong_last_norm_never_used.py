"""last-norm-never-used

With norm_first=False you make the last LayerNorm and never use it. A layer owns only the parameters
that it uses: this one would stand in every checkpoint and never learn.
Try: Make the last norm only where `norm_first` is True; `nn.Identity()` owns nothing.
Hint: self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()
"""


class Decoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.layers = nn.ModuleList(
            DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm, self.norm_first = nn.LayerNorm(d_model), norm_first

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        weights, crosses = [], []
        for layer in self.layers:
            x, w, c = layer(x, memory, target_mask, memory_mask)
            weights.append(w)
            crosses.append(c)
        if self.norm_first:
            x = self.norm(x)
        return x, weights, crosses
