class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.scale = math.sqrt(d_model)
        start = torch.randn(V, d_model) / self.scale
        start[pad_id] = 0
        self.embed = nn.Embedding.from_pretrained(start, freeze=False, padding_idx=pad_id)

    def forward(self, ids):
        return self.scale * self.embed(ids)
