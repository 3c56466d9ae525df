class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"d_model ({d_model}) must be divisible by num_heads ({num_heads})")
        for n in ("w_o", "w_v", "w_k", "w_q"):
            setattr(self, n, nn.Linear(d_model, d_model))
        self.h = num_heads
        self.p = dropout
        self.last = None

    def forward(self, query, key, value, mask=None):
        def cut(t): return t.unflatten(-1, (self.h, -1)).transpose(-2, -3)
        q, k, v = cut(self.w_q(query)), cut(self.w_k(key)), cut(self.w_v(value))
        s = (q @ k.mT) / math.sqrt(q.size(-1))
        if mask is not None:
            s = s.masked_fill(mask == 0, torch.finfo(s.dtype).min)
        w = s.softmax(-1)
        if mask is not None:
            w = w.masked_fill(mask == 0, 0)
        self.last = w
        o = (F.dropout(w, self.p, self.training) @ v).transpose(1, 2).flatten(2)
        return self.w_o(o), w
