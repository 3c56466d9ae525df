"""always-final-norm

You normalise at the end also when norm_first=False. There the last layer has just done it.
Try: Apply the last norm only when `norm_first`.
Seen: https://github.com/hkproj/pytorch-transformer/issues/14
"""


class Encoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.layers = nn.ModuleList(
            EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x, mask=None):
        weights = []
        for layer in self.layers:
            x, w = layer(x, mask)
            weights.append(w)
        if self.norm is not None:
            x = self.norm(x)
        return x, weights
