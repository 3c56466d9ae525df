"""indivisible-not-refused

With 10 features and 3 heads no whole head size exists. `//` drops a feature without a word.
Try: Test `embed_size % heads` in `__init__`, and raise ValueError with both numbers.
Hint: if embed_size % heads: raise ValueError(f"heads={heads} ...")
Fails: refuses
"""


class SelfAttention(nn.Module):
    def __init__(self, embed_size, heads):
        super().__init__()
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
