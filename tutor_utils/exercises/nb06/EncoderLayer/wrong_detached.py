"""no-gradient

Part of the layer gets no gradient, and what gets none does not learn.
Try: Look for `.detach()`, `.data`, `no_grad`, or a layer that is made and never called.
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
            y = self.norm1(x)
            out, weights = self.attention(y, y, y, mask)
            x = x + self.drop(out.detach())
            x = x + self.drop(self.ffn(self.norm2(x)))
        else:
            out, weights = self.attention(x, x, x, mask)
            x = self.norm1(x + self.drop(out.detach()))
            x = self.norm2(x + self.drop(self.ffn(x.detach())))
        return x, weights
