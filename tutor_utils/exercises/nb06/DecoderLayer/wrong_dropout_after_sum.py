"""dropout-after-residual"""


class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.cross = MultiHeadAttention(d_model, num_heads, dropout)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.norm3 = nn.LayerNorm(d_model)
        self.drop = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        if self.norm_first:
            y = self.norm1(x)
            out, own = self.attention(y, y, y, target_mask)
            x = self.drop(x + out)
            out, other = self.cross(self.norm2(x), memory, memory, memory_mask)
            x = self.drop(x + out)
            x = self.drop(x + self.ffn(self.norm3(x)))
        else:
            out, own = self.attention(x, x, x, target_mask)
            x = self.norm1(self.drop(x + out))
            out, other = self.cross(x, memory, memory, memory_mask)
            x = self.norm2(self.drop(x + out))
            x = self.norm3(self.drop(x + self.ffn(x)))
        return x, own, other
