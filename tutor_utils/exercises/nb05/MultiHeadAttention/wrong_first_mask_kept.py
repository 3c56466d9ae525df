"""remembers-a-call

A second call of the same module still uses something of the first one, its mask for example. A
module keeps its weights, and nothing of what came in.
Try: Look for `self.` on the left of an `=` inside `forward`.
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        self.h = num_heads
        self.w_q, self.w_k, self.w_v, self.w_o = (nn.Linear(d_model, d_model) for _ in range(4))
        self.dropout = nn.Dropout(dropout)
    def forward(self, query, key, value, mask=None):
        B, _, d_model = query.shape
        h, d_k = self.h, d_model // self.h
        q = self.w_q(query).view(B, -1, h, d_k).transpose(1, 2)
        k = self.w_k(key).view(B, -1, h, d_k).transpose(1, 2)
        v = self.w_v(value).view(B, -1, h, d_k).transpose(1, 2)
        if mask is not None and not hasattr(self, 'kept'):
            self.kept = mask
        mask = getattr(self, 'kept', None)
        scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(dim=-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0.0)
        out = self.dropout(weights) @ v
        out = out.transpose(1, 2).reshape(B, -1, d_model)
        return self.w_o(out), weights
