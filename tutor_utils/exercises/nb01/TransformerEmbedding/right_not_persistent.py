class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.t = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer('p', sinusoidal_encoding(max_len, d_model)[None], persistent=False)
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        x = self.t(ids)
        return self.drop(x + self.p[:, : x.size(1)])
