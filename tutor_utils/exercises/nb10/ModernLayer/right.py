# --- usual
class ModernLayer(nn.Module):
    def __init__(self, d_model: int, num_heads: int, num_kv_heads: int, d_ff: int, base: float = 10000.0, eps: float = 1e-6) -> None:
        super().__init__()
        self.norm1, self.norm2 = RMSNorm(d_model, eps), RMSNorm(d_model, eps)
        self.attention = GroupedQueryAttention(d_model, num_heads, num_kv_heads, base)
        self.feed_forward = SwiGLU(d_model, d_ff)

    def forward(self, x, mask=None, cache=None):
        attended, weights, cache = self.attention(self.norm1(x), mask, cache)
        x = x + attended
        x = x + self.feed_forward(self.norm2(x))
        return x, weights, cache


# --- in_lists
class ModernLayer(nn.Module):
    def __init__(self, d_model, num_heads, num_kv_heads, d_ff, base=10000.0, eps=1e-6):
        super().__init__()
        self.norms = nn.ModuleList([RMSNorm(d_model, eps) for _ in range(2)])
        self.parts = nn.ModuleDict({"look": GroupedQueryAttention(d_model, num_heads, num_kv_heads, base), "think": SwiGLU(d_model, d_ff)})

    def forward(self, x, mask=None, cache=None):
        seen, weights, cache = self.parts["look"](self.norms[0](x), mask, cache)
        y = x + seen
        return y + self.parts["think"](self.norms[1](y)), weights, cache
