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
