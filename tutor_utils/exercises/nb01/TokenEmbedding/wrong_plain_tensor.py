"""table-not-trained"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.w = torch.randn(V, d_model)

    def forward(self, ids):
        return self.w[ids] * math.sqrt(self.w.shape[1])
