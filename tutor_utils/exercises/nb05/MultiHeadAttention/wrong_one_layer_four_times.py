"""one-layer-four-times

`w_q`, `w_k`, `w_v` and `w_o` are four names of one and the same layer, as `[layer] * 4` or a
chained `=` gives them.
Try: What does `self.w_q is self.w_k` say, and how many numbers does the module learn?
Hint: [nn.Linear(d_model, d_model) for _ in range(4)]
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        self.num_heads = num_heads
        self.w_q, self.w_k, self.w_v, self.w_o = [nn.Linear(d_model, d_model)] * 4
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        q = split_heads(self.w_q(query), self.num_heads)
        k = split_heads(self.w_k(key), self.num_heads)
        v = split_heads(self.w_v(value), self.num_heads)
        _, weights = masked_attend(q, k, v, mask)
        mixed = self.dropout(weights) @ v
        return self.w_o(merge_heads(mixed)), weights
