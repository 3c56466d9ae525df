class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.emb = nn.Embedding(V, d_model)
        self.pad, self.scale = pad_id, d_model**0.5

    def forward(self, ids):
        x = self.emb(ids) * self.scale
        return x * (ids != self.pad).unsqueeze(-1)
