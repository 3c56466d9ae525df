"""sub-layers-side-by-side

In pre-LN your feed-forward network reads the same x as attention, as in GPT-J. It should read what
attention has added to.
Try: Which x goes into the second norm: the one before or behind the first residual sum?
Hint: Finish the first residual sum, then normalise the new x.
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
        x_before = x
        y = self.norm1(x) if self.norm_first else x
        attended, weights = self.attention(y, y, y, mask)
        x = x + self.dropout(attended)  # (B, L, d_model)
        x = x if self.norm_first else self.norm1(x)

        y = self.norm2(x_before) if self.norm_first else x
        x = x + self.dropout(self.feed_forward(y))
        return x if self.norm_first else self.norm2(x), weights
