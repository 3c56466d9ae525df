class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.t = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer('p', sinusoidal_encoding(max_len, d_model)[None], persistent=False)
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        x = self.t(ids)
        return self.drop(x + self.p[:, : x.size(1)])
