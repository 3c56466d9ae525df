"""residual-from-normed

In pre-LN you added the *normalised* x. The residual must carry x itself, untouched from the first
layer to the last.
Try: Which tensor does each sum add: x, or norm(x)? A line `x = norm(x)` overwrites the x that the
sum needs.
Hint: x = x + self.dropout(sublayer(self.norm1(x)))
Seen: https://github.com/Howuhh/faster-trajectory-transformer/issues/3
"""


class EncoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.drop = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, mask=None):
        if self.norm_first:
            x = y = self.norm1(x)
            out, weights = self.attention(y, y, y, mask)
            x = x + self.drop(out)
            x = self.norm2(x)
            x = x + self.drop(self.ffn(x))
        else:
            out, weights = self.attention(x, x, x, mask)
            x = self.norm1(x + self.drop(out))
            x = self.norm2(x + self.drop(self.ffn(x)))
        return x, weights
