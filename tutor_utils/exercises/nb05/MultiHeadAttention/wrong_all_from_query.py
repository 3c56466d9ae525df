"""all-from-query

Query, key and value are all made from `query`, so `key` and `value` are never read. That is
self-attention alone: in cross-attention the keys and the values are another sentence.
Try: Which argument goes into each layer? (`project_qkv` takes one x for all three.)
Hint: self.w_q(query), self.w_k(key), self.w_v(value)
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        self.num_heads = num_heads
        self.w_q, self.w_k, self.w_v, self.w_o = (nn.Linear(d_model, d_model) for _ in range(4))
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        every = project_qkv(query, self.w_q, self.w_k, self.w_v)
        q, k, v = (split_heads(one, self.num_heads) for one in every)
        _, weights = masked_attend(q, k, v, mask)
        return self.w_o(merge_heads(self.dropout(weights) @ v)), weights
