class Residual(nn.Module):
    def __init__(self, d_model, dropout, first):
        super().__init__()
        self.ln, self.drop, self.first = nn.LayerNorm(d_model), nn.Dropout(dropout), first

    def forward(self, x, layer):
        if self.first:
            return x + self.drop(layer(self.ln(x)))
        return self.ln(x + self.drop(layer(x)))


class EncoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.around_ffn = Residual(d_model, dropout, norm_first)
        self.around_attention = Residual(d_model, dropout, norm_first)
        self.think = FeedForward(d_model, d_ff, dropout)
        self.look = MultiHeadAttention(d_model, num_heads, dropout)

    def forward(self, x, mask=None):
        seen = {}

        def look(y):
            out, seen["weights"] = self.look(y, y, y, mask)
            return out

        return self.around_ffn(self.around_attention(x, look), self.think), seen["weights"]
