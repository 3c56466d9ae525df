class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer("pe", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        words = self.tokens(ids)
        if words.size(1) > self.pe.size(0):
            raise ValueError(f"max_len is {self.pe.size(0)} and the input has {words.size(1)}")
        return self.drop(words + self.pe[: words.size(1)])
