"""too-long-not-refused

More than max_len tokens get no clear error: your code goes on (it cuts them off, or makes the table
longer), or stops far from the cause.
Try: Compare L with max_len at the beginning of `forward`, and `raise ValueError` with both.
Hint: `if ids.shape[1] > max_len: raise ValueError(f"... max_len={max_len}")`
Fails: refuses
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer("positions", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        words = self.tokens(ids)
        return self.drop(words + self.positions[: ids.shape[1]])
