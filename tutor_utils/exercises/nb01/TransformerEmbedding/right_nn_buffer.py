class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.tok = TokenEmbedding(V, d_model, pad_id)
        self.pos = nn.Buffer(sinusoidal_encoding(max_len, d_model)) if hasattr(nn, "Buffer") else None
        self.drop = nn.Dropout(dropout)
    def forward(self, ids):
        return self.drop(self.tok(ids) + self.pos[: ids.shape[-1]])
