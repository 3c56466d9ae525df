"""rms-norm

Your norm is RMSNorm: it divides by the size of the features, takes no mean off and adds no bias. The
paper's is LayerNorm.
Try: What is the mean of a token's features behind your norm?
Hint: nn.LayerNorm(d_model)
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
        self.norm1, self.norm2 = nn.RMSNorm(d_model), nn.RMSNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        y = self.norm1(x) if self.norm_first else x
        attended, weights = self.attention(y, y, y, mask)
        x = x + self.dropout(attended)  # (B, L, d_model)
        x = x if self.norm_first else self.norm1(x)

        y = self.norm2(x) if self.norm_first else x
        x = x + self.dropout(self.feed_forward(y))
        return x if self.norm_first else self.norm2(x), weights
