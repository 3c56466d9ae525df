"""names-a-device

Your code names a device, or makes a tensor without saying where. It then runs on one machine and
not on the next.
Try: Take out every `cuda` and `cpu`. Make new tensors with `device=x.device`.
Hint: A module goes where `.to(device)` sends it. It needs no `device` of its own.
Raises: (?i)not compiled with CUDA|no nvidia driver|cuda.*not available|expected all tensors to be on the same device
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
            x = x + self.drop(out)
            x = x + self.drop(self.ffn(self.norm2(x)))
        else:
            x = x.to("cuda")
            out, weights = self.attention(x, x, x, mask)
            x = self.norm1(x + self.drop(out))
            x = self.norm2(x + self.drop(self.ffn(x)))
        return x, weights
