class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        w = torch.randn(V, d_model)
        w[pad_id] = 0
        self.w = nn.Parameter(w)
        self.pad = pad_id

    def forward(self, ids):
        return F.embedding(ids, self.w, padding_idx=self.pad) * self.w.shape[1] ** 0.5
