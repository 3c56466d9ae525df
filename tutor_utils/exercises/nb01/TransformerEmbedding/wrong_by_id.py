"""positions-by-id

You looked the positions up by id: a word then has one position wherever it stands.
Try: With what do you choose rows of the table of positions: with ids, or with the places 0, 1, 2,
...?
Hint: The first L rows: `[: ids.shape[1]]`.
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer("positions", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        words = self.tokens(ids)
        places = self.positions[ids]
        total = words + places
        return self.drop(total)
