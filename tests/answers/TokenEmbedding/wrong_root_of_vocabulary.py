# diagnosis: root-of-the-vocabulary
class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.e = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.scale = V**0.5

    def forward(self, ids):
        return self.e(ids) * self.scale
