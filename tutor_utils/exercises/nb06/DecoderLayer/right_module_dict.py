class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.parts = nn.ModuleDict(
            {
                "own": MultiHeadAttention(d_model, num_heads, dropout),
                "source": MultiHeadAttention(d_model, num_heads, dropout),
                "think": FeedForward(d_model, d_ff, dropout),
            }
        )
        self.norms = nn.ModuleDict({name: nn.LayerNorm(d_model) for name in self.parts})
        self.drops = nn.ModuleDict({name: nn.Dropout(dropout) for name in self.parts})
        self.norm_first = norm_first

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        maps = {}
        for name, part in self.parts.items():
            norm, residual = self.norms[name], x
            y = norm(x) if self.norm_first else x
            if name == "own":
                y, maps[name] = part(y, y, y, target_mask)
            elif name == "source":
                y, maps[name] = part(y, memory, memory, memory_mask)
            else:
                y = part(y)
            x = residual + self.drops[name](y)
            x = x if self.norm_first else norm(x)
        return x, maps["own"], maps["source"]
