"""norm-inside-residual"""


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
        # One attention, one feed-forward network, a norm for each, a dropout.
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        attended, weights = self.attention(x, x, x, mask)
        x = x + self.dropout(self.norm1(attended))

        return x + self.dropout(self.norm2(self.feed_forward(x))), weights
