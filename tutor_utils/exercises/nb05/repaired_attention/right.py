# --- around_ours
class SelfAttention(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
        self.inner = MultiHeadAttention(embed_size, heads)

    def forward(self, values, keys, query, mask=None):
        return self.inner(query, keys, values, mask)[0]


repaired_attention = SelfAttention


# --- around_torch
class SelfAttention(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
        if embed_size % heads:
            raise ValueError(f"heads={heads} does not divide embed_size={embed_size}")
        self.heads = heads
        self.inner = nn.MultiheadAttention(embed_size, heads, batch_first=True)

    def forward(self, values, keys, query, mask=None):
        attends = None
        if mask is not None:
            attends = mask.any(-1).transpose(1, 2)
            full = (len(query), self.heads, query.shape[1], keys.shape[1])
            mask = torch.zeros(full, dtype=query.dtype, device=query.device).masked_fill(~mask, -1e4).flatten(0, 1)
        out = self.inner(query, keys, values, attn_mask=mask, need_weights=False)[0]
        return out if attends is None else torch.where(attends, out, self.inner.out_proj.bias)


repaired_attention = SelfAttention


# --- einsum
class SelfAttention(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
        if embed_size % heads:
            raise ValueError(f"heads={heads} does not divide embed_size={embed_size}")
        self.heads = heads
        self.head_size = embed_size // heads
        self.to_value = nn.Linear(embed_size, embed_size, bias=False)
        self.to_key = nn.Linear(embed_size, embed_size, bias=False)
        self.to_query = nn.Linear(embed_size, embed_size, bias=False)
        self.mix = nn.Linear(embed_size, embed_size)

    def cut(self, x):
        return x.unflatten(-1, (self.heads, self.head_size))

    def forward(self, values, keys, query, mask=None):
        batch, _, embed_size = query.shape
        v = self.cut(self.to_value(values))
        k = self.cut(self.to_key(keys))
        q = self.cut(self.to_query(query))
        scores = torch.einsum("bqhd,bkhd->bhqk", q, k)
        if mask is not None:
            scores = scores.masked_fill(~mask, -1e4)
        weights = torch.softmax(scores / self.head_size**0.5, dim=3)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0.0)
        out = torch.einsum("bhqk,bkhd->bqhd", weights, v)
        return self.mix(out.reshape(batch, -1, embed_size))


repaired_attention = SelfAttention


# --- factory
class SelfAttention(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
        if embed_size % heads:
            raise ValueError(f"heads={heads} does not divide embed_size={embed_size}")
        self.heads = heads
        self.head_size = embed_size // heads
        self.to_value = nn.Linear(embed_size, embed_size, bias=False)
        self.to_key = nn.Linear(embed_size, embed_size, bias=False)
        self.to_query = nn.Linear(embed_size, embed_size, bias=False)
        self.mix = nn.Linear(embed_size, embed_size)

    def cut(self, x):
        return x.reshape(*x.shape[:2], self.heads, self.head_size).transpose(1, 2)

    def forward(self, values, keys, query, mask=None):
        batch, _, embed_size = query.shape
        v = self.cut(self.to_value(values))
        k = self.cut(self.to_key(keys))
        q = self.cut(self.to_query(query))
        scores = q @ k.transpose(2, 3)
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = torch.softmax(scores / self.head_size**0.5, dim=3)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0.0)
        out = (weights @ v).transpose(1, 2)
        return self.mix(out.reshape(batch, -1, embed_size))


def repaired_attention(embed_size, heads):
    return SelfAttention(embed_size, heads)


# --- instance
class SelfAttention(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
        if embed_size % heads:
            raise ValueError(f"heads={heads} does not divide embed_size={embed_size}")
        self.heads = heads
        self.head_size = embed_size // heads
        self.to_value = nn.Linear(embed_size, embed_size, bias=False)
        self.to_key = nn.Linear(embed_size, embed_size, bias=False)
        self.to_query = nn.Linear(embed_size, embed_size, bias=False)
        self.mix = nn.Linear(embed_size, embed_size)

    def cut(self, x):
        return x.reshape(*x.shape[:2], self.heads, self.head_size).transpose(1, 2)

    def forward(self, values, keys, query, mask=None):
        batch, _, embed_size = query.shape
        v = self.cut(self.to_value(values))
        k = self.cut(self.to_key(keys))
        q = self.cut(self.to_query(query))
        scores = q @ k.transpose(2, 3)
        if mask is not None:
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = torch.softmax(scores / self.head_size**0.5, dim=3)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0.0)
        out = (weights @ v).transpose(1, 2)
        return self.mix(out.reshape(batch, -1, embed_size))


repaired_attention = SelfAttention(512, 8)


# --- modules_per_head
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


# --- published_mended
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


# --- three_axes
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


# --- usual
class SelfAttention(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
        if embed_size % heads:
            raise ValueError(f"heads={heads} does not divide embed_size={embed_size}")
        self.heads = heads
        self.head_size = embed_size // heads
        self.to_value = nn.Linear(embed_size, embed_size, bias=False)
        self.to_key = nn.Linear(embed_size, embed_size, bias=False)
        self.to_query = nn.Linear(embed_size, embed_size, bias=False)
        self.mix = nn.Linear(embed_size, embed_size)

    def cut(self, x):
        return x.reshape(*x.shape[:2], self.heads, self.head_size).transpose(1, 2)

    def forward(self, values, keys, query, mask=None):
        batch, _, embed_size = query.shape
        v = self.cut(self.to_value(values))
        k = self.cut(self.to_key(keys))
        q = self.cut(self.to_query(query))
        scores = q @ k.transpose(2, 3)
        if mask is not None:
            blocked = ~mask
            scores = scores.masked_fill(blocked, -math.inf)
        scores = scores / self.head_size**0.5
        weights = torch.softmax(scores, dim=3)
        weights = weights.nan_to_num(0.0)
        out = weights @ v
        out = out.transpose(1, 2)
        out = out.reshape(batch, -1, embed_size)
        return self.mix(out)


repaired_attention = SelfAttention
