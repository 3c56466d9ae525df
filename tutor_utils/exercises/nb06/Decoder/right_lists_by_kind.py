class Decoder(nn.Module):
    """XLM keeps its parts by kind: all attentions, all networks, all norms."""

    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()

        def each(make, times=1):
            return nn.ModuleList(make() for _ in range(times * num_layers))

        self.ffns = each(lambda: FeedForward(d_model, d_ff, dropout))
        self.cross = each(lambda: MultiHeadAttention(d_model, num_heads, dropout))
        self.own = each(lambda: MultiHeadAttention(d_model, num_heads, dropout))
        self.norms = each(lambda: nn.LayerNorm(d_model), 3)
        self.last = nn.LayerNorm(d_model) if norm_first else nn.Identity()
        self.dropout, self.norm_first = nn.Dropout(dropout), norm_first

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        own, cross = [], []
        norms = iter(self.norms)
        for self_attention, cross_attention, network in zip(self.own, self.cross, self.ffns):

            def look(y):
                out, seen = self_attention(y, y, y, target_mask)
                own.append(seen)
                return out

            def read(y):
                out, seen = cross_attention(y, memory, memory, memory_mask)
                cross.append(seen)
                return out

            for f in (look, read, network):
                norm = next(norms)
                y = norm(x) if self.norm_first else x
                x = x + self.dropout(f(y))
                x = x if self.norm_first else norm(x)
        return self.last(x), own, cross
