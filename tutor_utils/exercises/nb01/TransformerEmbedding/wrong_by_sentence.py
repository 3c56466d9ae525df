"""positions-by-sentence

Every token of a sentence gets the same position: the table was cut along the batch.
Try: Which axis of ids counts the tokens?
Hint: Cut by ids.shape[1]. Tokens are axis 1 here, and not axis 0.
Seen: https://github.com/tanjimin/C.Origami/issues/42
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
        places = self.positions[: ids.shape[0]][:, None]
        total = words + places
        return self.drop(total)
