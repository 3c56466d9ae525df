"""no-scale

The words are not multiplied by √d_model, as `TokenEmbedding` does it (paper, section 3.4). Here the
rows of the table are added to the positions as they are.
Try: Which part of this notebook turns ids into vectors, with the factor?
Hint: Use your TokenEmbedding.
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.register_buffer("positions", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        words = self.tokens(ids)
        places = self.positions[: ids.shape[1]]
        total = words + places
        return self.drop(total)
