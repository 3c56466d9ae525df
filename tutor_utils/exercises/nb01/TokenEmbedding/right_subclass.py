class TokenEmbedding(nn.Embedding):
    def __init__(self, V, d_model, pad_id):
        super().__init__(V, d_model, padding_idx=pad_id)
    def forward(self, ids):
        return super().forward(ids) * math.sqrt(self.embedding_dim)
