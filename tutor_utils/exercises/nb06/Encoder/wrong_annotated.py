"""annotated-stack

This is the stack of the Annotated Transformer. Three things differ from the contract: its layers always normalise first, a last norm comes also with norm_first=False, and that norm is its own, which divides by n - 1.
Try: Give `norm_first` to your layers, and make one `nn.LayerNorm` at the end with norm_first=True alone.
Hint: self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()
Seen: https://github.com/harvardnlp/annotated-transformer
"""


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(size))
        self.shift = nn.Parameter(torch.zeros(size))

    def forward(self, x):
        deviation = x.std(-1, keepdim=True)
        return self.gain * (x - x.mean(-1, keepdim=True)) / (deviation + 1e-6) + self.shift


class Encoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.layers = nn.ModuleList(
            EncoderLayer(d_model, num_heads, d_ff, dropout, True) for _ in range(num_layers)
        )
        self.norm = Norm(d_model)

    def forward(self, x, mask=None):
        weights = []
        for layer in self.layers:
            x, w = layer(x, mask)
            weights.append(w)
        return self.norm(x), weights
