"""gpt-stack

This is the stack of GPT-2: its layers always normalise first, and one more norm ends it. So
norm_first=False has no effect.
Try: Give `norm_first` to your layers, and end with a norm with norm_first=True alone.
Hint: self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()
"""


class Encoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.layers = nn.ModuleList(
            EncoderLayer(d_model, num_heads, d_ff, dropout, True) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x, mask=None):
        weights = []
        for layer in self.layers:
            x, w = layer(x, mask)
            weights.append(w)
        return self.norm(x), weights
