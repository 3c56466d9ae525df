# --- functional
class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        w = torch.randn(V, d_model)
        w[pad_id] = 0
        self.w = nn.Parameter(w)
        self.pad = pad_id

    def forward(self, ids):
        return F.embedding(ids, self.w, padding_idx=self.pad) * self.w.shape[1] ** 0.5


# --- masked_parameter
class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Parameter(torch.randn(V, d_model) * d_model ** -0.5)
        self.register_buffer("keep", (torch.arange(V) != pad_id).float()[:, None])
    def forward(self, ids):
        return (self.table * self.keep)[ids] * self.table.shape[1] ** 0.5


# --- usual
class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table(ids)
        return rows * self.factor
