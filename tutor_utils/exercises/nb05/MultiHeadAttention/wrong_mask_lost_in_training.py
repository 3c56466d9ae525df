"""mask-in-one-mode

The mask is at work in evaluation mode only. In training blocked keys are read.
Try: What in your `forward` asks for the mode? Only dropout may.
"""


class MultiHeadAttention(nn.Module):

    def __init__(self, d_model: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        # Four layers: self.w_q, self.w_k, self.w_v, self.w_o. And what forward needs to know.
        if d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        self.num_heads = num_heads
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_o = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        # Project and cut, attend, drop some weights, merge, mix.
        q = split_heads(self.w_q(query), self.num_heads)  # (B, h, L_q, d_k)
        k = split_heads(self.w_k(key), self.num_heads)  # (B, h, L_k, d_k)
        v = split_heads(self.w_v(value), self.num_heads)  # (B, h, L_k, d_k)
        heads, weights = masked_attend(q, k, v, None if self.training else mask)  # (B, h, L_q, d_k), (B, h, L_q, L_k)
        if self.dropout.p:  # else the product above is the same, and need not be made twice
            heads = self.dropout(weights) @ v  # (B, h, L_q, d_k)
        return self.w_o(merge_heads(heads)), weights
