"""dropout-missing"""


class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads)
        self.cross = MultiHeadAttention(d_model, num_heads)
        self.ffn = FeedForward(d_model, d_ff)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.norm3 = nn.LayerNorm(d_model)
        self.drop = nn.Dropout(0.0)
        self.norm_first = norm_first

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        if self.norm_first:
            y = self.norm1(x)
            out, own = self.attention(y, y, y, target_mask)
            x = x + self.drop(out)
            out, other = self.cross(self.norm2(x), memory, memory, memory_mask)
            x = x + self.drop(out)
            x = x + self.drop(self.ffn(self.norm3(x)))
        else:
            out, own = self.attention(x, x, x, target_mask)
            x = self.norm1(x + self.drop(out))
            out, other = self.cross(x, memory, memory, memory_mask)
            x = self.norm2(x + self.drop(out))
            x = self.norm3(x + self.drop(self.ffn(x)))
        return x, own, other
