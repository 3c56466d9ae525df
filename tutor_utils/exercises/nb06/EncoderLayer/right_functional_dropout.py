class EncoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.p = dropout
        self.norm_first = norm_first

    def forward(self, x, mask=None):
        if self.norm_first:
            y = self.norm1(x)
            out, weights = self.attention(y, y, y, mask)
            x = x + F.dropout(out, self.p, training=self.training)
            x = x + F.dropout(self.ffn(self.norm2(x)), self.p, self.training)
        else:
            out, weights = self.attention(x, x, x, mask)
            x = self.norm1(x + F.dropout(out, self.p, training=self.training))
            x = self.norm2(x + F.dropout(self.ffn(x), self.p, self.training))
        return x, weights
