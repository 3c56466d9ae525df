"""annotated-layer

This is the layer of the Annotated Transformer. Two things differ from the contract: it always
normalises what goes into a sub-layer (norm_first has no effect), and its own norm divides by n - 1.
Try: With norm_first=False the paper's order is norm(x + sublayer(x)). Take `nn.LayerNorm` for the
norm.
Hint: x = self.norm1(x + self.drop(out)) where norm_first is False
Seen: https://github.com/harvardnlp/annotated-transformer
"""


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(size))
        self.shift = nn.Parameter(torch.zeros(size))

    def forward(self, x):
        deviation = x.std(-1, keepdim=True)
        return self.gain * (x - x.mean(-1, keepdim=True)) / (deviation + 1e-6) + self.shift


class EncoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.norm1 = Norm(d_model)
        self.norm2 = Norm(d_model)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        y = self.norm1(x)
        out, weights = self.attention(y, y, y, mask)
        x = x + self.drop(out)
        x = x + self.drop(self.ffn(self.norm2(x)))
        return x, weights
