# --- added_modules
class Decoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.n = num_layers
        for i in range(num_layers):
            self.add_module(f"block_{i}", DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first))
        if norm_first:
            self.last = nn.LayerNorm(d_model)
    def forward(self, x, memory, target_mask=None, memory_mask=None):
        s, c = [], []
        for i in range(self.n):
            x, a, b = getattr(self, f"block_{i}")(x, memory, target_mask, memory_mask)
            s.append(a); c.append(b)
        return (self.last(x) if hasattr(self, "last") else x), s, c


# --- usual
class Decoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.layers = nn.ModuleList(
            DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        self_weights, cross_weights = [], []
        for layer in self.layers:
            x, own, cross = layer(x, memory, target_mask, memory_mask)
            self_weights.append(own)
            cross_weights.append(cross)
        return self.norm(x), self_weights, cross_weights
