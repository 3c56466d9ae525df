# diagnosis: table-not-trained
class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.e = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.d = d_model

    def forward(self, ids):
        return self.e(ids).detach() * self.d**0.5
