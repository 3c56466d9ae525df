class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.norm_first = norm_first
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.n3, self.n2, self.n1 = (nn.LayerNorm(d_model) for _ in range(3))
        self.cross = MultiHeadAttention(d_model, num_heads, dropout)
        self.own = MultiHeadAttention(d_model, num_heads, dropout)
        self.drop1, self.drop2, self.drop3 = (nn.Dropout(dropout) for _ in range(3))

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        weights = {}

        def own(y):
            y, weights["own"] = self.own(y, y, y, mask=target_mask)
            return self.drop1(y)

        def cross(y):
            y, weights["cross"] = self.cross(y, memory, memory, mask=memory_mask)
            return self.drop2(y)

        steps = ((self.n1, own), (self.n2, cross), (self.n3, lambda y: self.drop3(self.feed_forward(y))))
        for norm, step in steps:
            x = x + step(norm(x)) if self.norm_first else norm(x + step(x))
        return x, weights["own"], weights["cross"]
