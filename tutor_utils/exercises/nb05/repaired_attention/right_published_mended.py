class repaired_attention(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
        if embed_size % heads: raise ValueError(f"embed_size={embed_size} is not divisible by heads={heads}")
        self.h, self.d = heads, embed_size // heads
        self.values = nn.Linear(embed_size, embed_size); self.keys = nn.Linear(embed_size, embed_size); self.queries = nn.Linear(embed_size, embed_size)
        self.fc_out = nn.Linear(embed_size, embed_size)
    def forward(self, values, keys, query, mask=None):
        N = query.shape[0]
        v = self.values(values).reshape(N, -1, self.h, self.d)
        k = self.keys(keys).reshape(N, -1, self.h, self.d)
        q = self.queries(query).reshape(N, -1, self.h, self.d)
        e = torch.einsum("nqhd,nkhd->nhqk", [q, k])
        if mask is not None:
            e = e.masked_fill(mask == 0, float("-1e20") if e.dtype != torch.float16 else -65000.0)
        a = torch.softmax(e / self.d ** 0.5, dim=3)
        if mask is not None:
            a = a * mask
        return self.fc_out(torch.einsum("nhql,nlhd->nqhd", [a, v]).reshape(N, -1, self.h * self.d))
