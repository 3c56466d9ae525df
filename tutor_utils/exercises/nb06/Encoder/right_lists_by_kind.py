class Encoder(nn.Module):
    """XLM keeps its parts by kind: all attentions, all networks, all norms."""

    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attentions = nn.ModuleList()
        self.ffns = nn.ModuleList()
        self.norms1, self.norms2 = nn.ModuleList(), nn.ModuleList()
        for _ in range(num_layers):
            self.ffns.append(FeedForward(d_model, d_ff, dropout))
            self.norms2.append(nn.LayerNorm(d_model, eps=1e-12))
            self.attentions.append(MultiHeadAttention(d_model, num_heads, dropout))
            self.norms1.append(nn.LayerNorm(d_model, eps=1e-12))
        self.last = nn.LayerNorm(d_model) if norm_first else nn.Identity()
        self.dropout, self.norm_first = dropout, norm_first

    def added(self, x, norm, f):
        if self.norm_first:
            return x + F.dropout(f(norm(x)), self.dropout, self.training)
        return norm(x + F.dropout(f(x), self.dropout, self.training))

    def forward(self, x, mask=None):
        weights = []

        def look(i, y):
            out, seen = self.attentions[i](y, y, y, mask)
            weights.append(seen)
            return out

        for i, network in enumerate(self.ffns):
            x = self.added(x, self.norms1[i], lambda y, i=i: look(i, y))
            x = self.added(x, self.norms2[i], network)
        return self.last(x), weights
