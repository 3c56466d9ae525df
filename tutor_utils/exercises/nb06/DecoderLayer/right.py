# --- residual_module
class Res(nn.Module):
    def __init__(self, d, p, pre):
        super().__init__()
        self.ln = nn.LayerNorm(d); self.p = p; self.pre = pre
    def forward(self, x, f):
        y = F.dropout(f(self.ln(x) if self.pre else x), self.p, self.training)
        return x + y if self.pre else self.ln(x + y)
class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.r = nn.ModuleList(Res(d_model, dropout, norm_first) for _ in range(3))
        self.cross_attn = MultiHeadAttention(d_model, num_heads, dropout=dropout)
        self.self_attn = MultiHeadAttention(d_model, num_heads, dropout=dropout)
        self.mlp = FeedForward(d_model, d_ff, dropout)
    def forward(self, x, memory, target_mask=None, memory_mask=None):
        store = {}
        def sa(y):
            o, store["s"] = self.self_attn(y, y, y, target_mask); return o
        def ca(y):
            o, store["c"] = self.cross_attn(y, memory, memory, memory_mask); return o
        for r, f in zip(self.r, (sa, ca, self.mlp)):
            x = r(x, f)
        return x, store["s"], store["c"]


# --- usual
class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.cross_attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(3))
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        before = self.norms if self.norm_first else [nn.Identity()] * 3
        after = [nn.Identity()] * 3 if self.norm_first else self.norms

        y = before[0](x)
        attended, self_weights = self.self_attention(y, y, y, target_mask)
        x = after[0](x + self.dropout(attended))

        y = before[1](x)
        attended, cross_weights = self.cross_attention(y, memory, memory, memory_mask)
        x = after[1](x + self.dropout(attended))

        y = before[2](x)
        x = after[2](x + self.dropout(self.feed_forward(y)))
        return x, self_weights, cross_weights
