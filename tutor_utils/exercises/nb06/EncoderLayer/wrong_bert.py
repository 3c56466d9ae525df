"""bert-layer

This is the layer of BERT. Two things differ from the contract: GELU stands where the paper has
ReLU, and the norm always comes after the sum (norm_first has no effect).
Try: Take your own `FeedForward`, which has the ReLU, and let `norm_first` choose where the norm
stands.
"""


class EncoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.intermediate = nn.Linear(d_model, d_ff)
        self.output = nn.Linear(d_ff, d_model)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        out, weights = self.attention(x, x, x, mask)
        x = self.norm1(x + self.drop(out))
        out = self.output(F.gelu(self.intermediate(x)))
        return self.norm2(x + self.drop(out)), weights
