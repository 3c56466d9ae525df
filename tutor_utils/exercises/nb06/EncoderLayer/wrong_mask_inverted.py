"""mask-inverted

You turn the mask round, or take True for blocked, as `nn.MultiheadAttention` does. In this course
True means: may attend.
Try: Hand the mask on as it comes.
Hint: attended, weights = self.attention(y, y, y, mask)
"""


class EncoderLayer(nn.Module):

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ) -> None:
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        y = self.norm1(x) if self.norm_first else x
        attended, weights = self.attention(y, y, y, None if mask is None else ~mask)
        x = x + self.dropout(attended)  # (B, L, d_model)
        x = x if self.norm_first else self.norm1(x)

        y = self.norm2(x) if self.norm_first else x
        x = x + self.dropout(self.feed_forward(y))
        return x if self.norm_first else self.norm2(x), weights
