"""shared-projection

The features are cut first, and a layer of head size sees one head at a time. No head can then ask
about the features of another one, and one such layer asks the same in every head.
Try: Make the three layers embed_size x embed_size, call them on the whole width, and cut after
that.
Hint: nn.Linear(embed_size, embed_size), then cut what comes out.
Seen: https://github.com/MarcoMeter/episodic-transformer-memory-ppo/pull/22
"""


class SelfAttention(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
        if embed_size % heads:
            raise ValueError(f"heads={heads} does not divide embed_size={embed_size}")
        self.heads = heads
        self.head_size = embed_size // heads
        self.to_value = nn.Linear(self.head_size, self.head_size, bias=False)
        self.to_key = nn.Linear(self.head_size, self.head_size, bias=False)
        self.to_query = nn.Linear(self.head_size, self.head_size, bias=False)
        self.mix = nn.Linear(embed_size, embed_size)

    def cut(self, x):
        return x.reshape(*x.shape[:2], self.heads, self.head_size).transpose(1, 2)

    def forward(self, values, keys, query, mask=None):
        batch, _, embed_size = query.shape
        v = self.to_value(self.cut(values))
        k = self.to_key(self.cut(keys))
        q = self.to_query(self.cut(query))
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
