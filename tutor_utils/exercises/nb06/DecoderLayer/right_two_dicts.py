class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.blocks = nn.ModuleDict(
            {
                "self": MultiHeadAttention(d_model, num_heads, dropout),
                "cross": MultiHeadAttention(d_model, num_heads, dropout),
                "ffn": FeedForward(d_model, d_ff, dropout),
            }
        )
        self.ln = nn.ModuleDict({name: nn.LayerNorm(d_model) for name in self.blocks})
        self.drop, self.norm_first = nn.Dropout(dropout), norm_first

    def residual(self, name, x, f):
        if self.norm_first:
            return x + self.drop(f(self.ln[name](x)))
        return self.ln[name](x + self.drop(f(x)))

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        maps = {}

        def attend(name, query, key, mask):
            out, maps[name] = self.blocks[name](query, key, key, mask)
            return out

        x = self.residual("self", x, lambda y: attend("self", y, y, target_mask))
        x = self.residual("cross", x, lambda y: attend("cross", y, memory, memory_mask))
        x = self.residual("ffn", x, self.blocks["ffn"])
        return x, maps["self"], maps["cross"]
