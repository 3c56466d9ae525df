class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table(ids)
        return rows * self.factor
