"""norm-used-twice"""


class DecoderLayer(nn.Module):

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.cross_attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(3))
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        before = self.norms if self.norm_first else [nn.Identity()] * 3
        after = [nn.Identity()] * 3 if self.norm_first else self.norms

        y = before[0](x)
        attended, self_weights = self.self_attention(y, y, y, target_mask)
        x = after[0](x + self.dropout(attended))  # (B, L_t, d_model)

        y = before[0](x)
        attended, cross_weights = self.cross_attention(y, memory, memory, memory_mask)
        x = after[0](x + self.dropout(attended))

        y = before[2](x)
        x = after[2](x + self.dropout(self.feed_forward(y)))
        return x, self_weights, cross_weights
