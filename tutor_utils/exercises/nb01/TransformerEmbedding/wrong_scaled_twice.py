"""scaled-twice

In total the words are multiplied by d_model: √d_model twice (TokenEmbedding does it already), or a
root is missing.
Try: Which factors meet the words before the sum? Count the one in TokenEmbedding.
Hint: One factor √d_model is enough: that of TokenEmbedding.
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
        words = self.tokens(ids) * math.sqrt(self.positions.shape[1])
        places = self.positions[: ids.shape[1]]
        total = words + places
        return self.drop(total)
