class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        w = torch.randn(V, d_model)
        w[pad_id] = 0
        self.w = nn.Parameter(w)
        self.pad = pad_id

    def forward(self, ids):
        hot = F.one_hot(ids, len(self.w)).to(self.w.dtype)
        hot = hot * (ids != self.pad)[..., None]
        return (hot @ self.w) * math.sqrt(self.w.size(1))
