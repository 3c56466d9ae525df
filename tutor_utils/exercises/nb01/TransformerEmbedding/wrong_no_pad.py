"""pad-forgotten

The pad has a row that learns, as if it were a word.
Try: What does your table of words know of `pad_id`?
Hint: Use your TokenEmbedding, and give it `pad_id`.
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(V, d_model)
        self.register_buffer("positions", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        words = self.tokens(ids) * math.sqrt(self.positions.shape[1])
        places = self.positions[: ids.shape[1]]
        total = words + places
        return self.drop(total)
