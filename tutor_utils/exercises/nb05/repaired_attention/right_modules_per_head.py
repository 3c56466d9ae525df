class Head(nn.Module):
    def __init__(self, embed_size, size):
        super().__init__()
        self.queries, self.keys, self.values = (nn.Linear(embed_size, size) for _ in range(3))

    def forward(self, values, keys, query, mask):
        q, k, v = self.queries(query), self.keys(keys), self.values(values)
        scores = q @ k.transpose(1, 2) / q.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask[:, 0], torch.finfo(q.dtype).min)
        weights = scores.softmax(-1)
        if mask is not None:
            weights = weights * mask[:, 0]
        return weights @ v


class SelfAttention(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
        if embed_size % heads:
            raise ValueError(f"heads={heads} does not divide embed_size={embed_size}")
        self.parts = nn.ModuleList(Head(embed_size, embed_size // heads) for _ in range(heads))
        self.mix = nn.Linear(embed_size, embed_size)

    def forward(self, values, keys, query, mask=None):
        return self.mix(torch.cat([part(values, keys, query, mask) for part in self.parts], dim=-1))


repaired_attention = SelfAttention
