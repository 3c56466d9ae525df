"""all-from-query

All three projections are made from `query`; `key` and `value` are never read. That is self-attention alone: a decoder could not ask an encoder.
Try: Which three tensors come into `forward`, and which of them do your projections read?
Hint: q = self.w_q(query), k = self.w_k(key), v = self.w_v(value)
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
