"""not-registered"""


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
        self.parts = [
            MultiHeadAttention(d_model, num_heads, dropout),
            FeedForward(d_model, d_ff, dropout),
            nn.LayerNorm(d_model),
            nn.LayerNorm(d_model),
        ]
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        attention, feed_forward, norm1, norm2 = self.parts
        y = norm1(x) if self.norm_first else x
        attended, weights = attention(y, y, y, mask)
        x = x + self.dropout(attended)  # (B, L, d_model)
        x = x if self.norm_first else norm1(x)

        y = norm2(x) if self.norm_first else x
        x = x + self.dropout(feed_forward(y))
        return x if self.norm_first else norm2(x), weights
