"""no-gradient

Part of the layer gets no gradient, and what gets none does not learn.
Try: Look for `.detach()`, `.data`, `no_grad`, or a layer that is made and never called.
"""


class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.norm_first = norm_first
        self.a = MultiHeadAttention(d_model, num_heads, dropout)
        self.c = MultiHeadAttention(d_model, num_heads, dropout)
        self.f = FeedForward(d_model, d_ff, dropout)
        self.n = nn.ModuleList([nn.LayerNorm(d_model) for _ in range(3)])
        self.drop = nn.Dropout(dropout)

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        def step(x, norm, layer):
            return x + self.drop(layer(norm(x))) if self.norm_first else norm(x + self.drop(layer(x)))

        seen = []

        def own(y):
            out, w = self.a(y, y, y, target_mask)
            seen.append(w)
            return out

        def cross(y):
            with torch.no_grad():
                out, w = self.c(y, memory, memory, memory_mask)
            seen.append(w)
            return out

        x = step(x, self.n[0], own)
        x = step(x, self.n[1], cross)
        x = step(x, self.n[2], self.f)
        return x, seen[0], seen[1]
