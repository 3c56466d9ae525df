class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.words = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.rate = dropout
        self.register_buffer("waves", sinusoidal_encoding(max_len, d_model).unsqueeze(0))

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        x = self.words(ids).mul(math.sqrt(self.words.embedding_dim))
        x = x + self.waves.narrow(1, 0, ids.size(1)).to(x.dtype)
        return nn.functional.dropout(x, p=self.rate, training=self.training)
