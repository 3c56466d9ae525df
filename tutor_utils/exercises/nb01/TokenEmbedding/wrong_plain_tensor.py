"""table-not-trained"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = torch.randn(V, d_model)
        self.table[pad_id] = 0
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table[ids]
        return rows * self.factor
