# --- sublayer_connection
class _LN(nn.Module):
    def __init__(self, d, eps=1e-6):
        super().__init__()
        self.a_2 = nn.Parameter(torch.ones(d)); self.b_2 = nn.Parameter(torch.zeros(d)); self.eps = eps
    def forward(self, x):
        mean = x.mean(-1, keepdim=True); var = x.var(-1, keepdim=True, unbiased=False)
        return self.a_2 * (x - mean) * torch.rsqrt(var + self.eps) + self.b_2

class SublayerConnection(nn.Module):
    def __init__(self, size, dropout, first):
        super().__init__()
        self.norm = _LN(size); self.dropout = nn.Dropout(dropout); self.first = first
    def forward(self, x, sublayer):
        if self.first:
            return x + self.dropout(sublayer(self.norm(x)))
        return self.norm(x + self.dropout(sublayer(x)))

class EncoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.self_attn = MultiHeadAttention(d_model, num_heads, dropout)
        self.ff = nn.Sequential(nn.Linear(d_model, d_ff), nn.ReLU(), nn.Dropout(dropout), nn.Linear(d_ff, d_model))
        self.sub = nn.ModuleList([SublayerConnection(d_model, dropout, norm_first) for _ in range(2)])
    def forward(self, x, mask=None):
        got = []
        def att(y):
            o, w = self.self_attn(y, y, y, mask); got.append(w); return o
        x = self.sub[0](x, att)
        return self.sub[1](x, self.ff), got[0]


# --- usual
class EncoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, mask=None):
        y = self.norm1(x) if self.norm_first else x
        attended, weights = self.attention(y, y, y, mask)
        x = x + self.dropout(attended)
        x = x if self.norm_first else self.norm1(x)

        y = self.norm2(x) if self.norm_first else x
        x = x + self.dropout(self.feed_forward(y))
        return x if self.norm_first else self.norm2(x), weights
