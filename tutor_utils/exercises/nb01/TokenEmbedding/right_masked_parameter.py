class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Parameter(torch.randn(V, d_model) * d_model ** -0.5)
        self.register_buffer("keep", (torch.arange(V) != pad_id).float()[:, None])
    def forward(self, ids):
        return (self.table * self.keep)[ids] * self.table.shape[1] ** 0.5
