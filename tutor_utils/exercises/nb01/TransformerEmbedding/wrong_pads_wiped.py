"""pads-wiped-out

Your output is zero at the pads. Only the pad's row of the token table is zero: a position is added to a pad as to every other token, and the masks hide it later.
Try: What is the sum of a row of zeros and the position's vector?
Hint: Leave out what looks for pad_id in `forward`.
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len, self.pad_id = max_len, pad_id
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer("positions", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        total = self.tokens(ids) + self.positions[: ids.shape[1]]
        total = total.masked_fill((ids == self.pad_id)[..., None], 0)
        return self.drop(total)
