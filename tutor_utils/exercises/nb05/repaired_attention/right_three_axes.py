class SelfAttention(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
        if embed_size % heads:
            raise ValueError(f"heads={heads} does not divide embed_size={embed_size}")
        shape = (heads, embed_size, embed_size // heads)
        self.q, self.k, self.v = (nn.Parameter(torch.randn(shape) / shape[1]) for _ in range(3))
        self.o = nn.Parameter(torch.randn(heads, embed_size // heads, embed_size) / embed_size)

    def forward(self, values, keys, query, mask=None):
        q = torch.einsum("bld,hdf->bhlf", query, self.q)
        k = torch.einsum("bld,hdf->bhlf", keys, self.k)
        v = torch.einsum("bld,hdf->bhlf", values, self.v)
        scores = torch.einsum("bhqf,bhkf->bhqk", q, k) / q.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, -torch.inf)
        weights = scores.softmax(dim=-1).nan_to_num(0)
        return torch.einsum("bhqk,bhkf,hfd->bqd", weights, v, self.o)


repaired_attention = SelfAttention
