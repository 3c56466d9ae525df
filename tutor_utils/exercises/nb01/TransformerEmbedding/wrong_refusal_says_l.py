"""refusal-names-the-other-value

The error says max_len, and the number in it is the length L that came in. Whoever reads it does not
learn how many positions there are.
Try: Give a module of max_len 6 a text of 9, and read the message. Where is the 6?
Hint: Put both into the message: `f"L={L} is larger than max_len={max_len}"`.
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
            raise ValueError(f"L={ids.shape[1]} is larger than max_len")
        words = self.tokens(ids)
        places = self.positions[: ids.shape[1]]
        total = words + places
        return self.drop(total)
