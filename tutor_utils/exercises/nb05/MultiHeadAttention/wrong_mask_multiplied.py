"""fill-too-small

Blocked places have a score of zero, or near it. Zero is an ordinary score; only a very negative one
gives a weight of zero.
Try: What stands in the blocked places before the softmax? 1e-9 is not -1e9, and `scores * mask`
gives 0.
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        self.num_heads = num_heads
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_o = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        B, L, d_model = query.shape
        h, d_k = self.num_heads, d_model // self.num_heads
        q = self.w_q(query)
        k = self.w_k(key)
        v = self.w_v(value)
        q = q.reshape(B, -1, h, d_k).transpose(1, 2)
        k = k.reshape(B, -1, h, d_k).transpose(1, 2)
        v = v.reshape(B, -1, h, d_k).transpose(1, 2)
        scores = q @ k.transpose(-2, -1)
        scores = scores / math.sqrt(d_k)
        if mask is not None:
            blocked = ~mask
            scores = scores * mask
        weights = scores.softmax(dim=-1)
        weights = weights.nan_to_num(0.0)
        dropped = self.dropout(weights)
        heads = dropped @ v
        heads = heads.transpose(1, 2)
        merged = heads.reshape(B, -1, d_model)
        output = self.w_o(merged)
        return output, weights
