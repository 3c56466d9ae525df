class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.own = MultiHeadAttention(d_model, num_heads, dropout)
        self.cross = MultiHeadAttention(d_model, num_heads, dropout)
        self.ff = FeedForward(d_model, d_ff, dropout)
        self.gains = nn.ParameterList(torch.ones(d_model) for _ in range(3))
        self.biases = nn.ParameterList(torch.zeros(d_model) for _ in range(3))
        self.p = dropout
        self.norm_first = norm_first

    def _norm(self, i, x):
        return F.layer_norm(x, (x.size(-1),), self.gains[i], self.biases[i])

    def _add(self, i, x, sub):
        if self.norm_first:
            y, *rest = sub(self._norm(i, x))
        else:
            y, *rest = sub(x)
        x = x + F.dropout(y, self.p, self.training)
        if not self.norm_first:
            x = self._norm(i, x)
        return (x, *rest)

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        x, w1 = self._add(0, x, lambda y: self.own(y, y, y, target_mask))
        x, w2 = self._add(1, x, lambda y: self.cross(y, memory, memory, memory_mask))
        (x,) = self._add(2, x, lambda y: (self.ff(y),))
        return x, w1, w2
