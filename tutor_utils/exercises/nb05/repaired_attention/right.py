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
