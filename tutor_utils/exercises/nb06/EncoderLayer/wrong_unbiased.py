"""unbiased-deviation"""


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.beta = nn.Parameter(torch.zeros(size))
        self.gamma = nn.Parameter(torch.ones(size))

    def forward(self, x):
        x = x - x.mean(-1, keepdim=True)
        return self.gamma * x * (x.var(-1, keepdim=True) + 1e-5).rsqrt() + self.beta


class EncoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.norm1 = Norm(d_model)
        self.norm2 = Norm(d_model)
        self.drop = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, mask=None):
        if self.norm_first:
            y = self.norm1(x)
            out, weights = self.attention(y, y, y, mask)
            x = x + self.drop(out)
            x = x + self.drop(self.ffn(self.norm2(x)))
        else:
            out, weights = self.attention(x, x, x, mask)
            x = self.norm1(x + self.drop(out))
            x = self.norm2(x + self.drop(self.ffn(x)))
        return x, weights
