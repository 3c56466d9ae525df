"""dropout-after-the-values

You drop weights after the values were mixed with them. What comes back as weights is dropped, and
the output never knows.
Try: Which of your lines mixes the values, and are its weights dropped already?
Hint: output = self.dropout(weights) @ v
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
        q = split_heads(self.w_q(query), self.num_heads)
        k = split_heads(self.w_k(key), self.num_heads)
        v = split_heads(self.w_v(value), self.num_heads)
        mixed, weights = masked_attend(q, k, v, mask)
        weights = self.dropout(weights)
        return self.w_o(merge_heads(mixed)), weights
