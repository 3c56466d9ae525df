class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tok = TokenEmbedding(V, d_model, pad_id)
        self.pos = nn.Buffer(sinusoidal_encoding(max_len, d_model)) if hasattr(nn, "Buffer") else None
        self.drop = nn.Dropout(dropout)
    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        return self.drop(self.tok(ids) + self.pos[: ids.shape[-1]])
