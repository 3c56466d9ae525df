"""pad-row-not-zero"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.d = d_model
        self.table = nn.Embedding(V, d_model, padding_idx=0)

    def forward(self, ids):
        return self.table(ids) * math.sqrt(self.d)
