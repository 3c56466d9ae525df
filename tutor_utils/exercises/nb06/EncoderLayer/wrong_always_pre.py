"""always-norm-first

With norm_first=False your layer normalises what goes into the sub-layer (pre-LN). The paper
normalises the sum: norm(x + sublayer(x)).
Try: What decides the order in `forward`? Is there a condition on `norm_first`, and do its branches
stand the right way round?
Seen: https://github.com/hkproj/pytorch-transformer/issues/14
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
        if True:
            y = self.norm1(x)
            out, weights = self.attention(y, y, y, mask)
            x = x + self.drop(out)
            x = x + self.drop(self.ffn(self.norm2(x)))
        else:
            out, weights = self.attention(x, x, x, mask)
            x = self.norm1(x + self.drop(out))
            x = self.norm2(x + self.drop(self.ffn(x)))
        return x, weights
