"""layers-copied-in-init

The numbers of w_q, w_k and w_v that count are those of the first moment: your code copied them when
the module was made. What is loaded into the layers or learned by them later does not reach the
result.
Try: Set `mha.w_q.weight` to zeros under `torch.no_grad()` and call it again. Does the result change?
Hint: Use the layers in `forward`: `self.w_q(query)`. What is packed for speed must be packed there.
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"num_heads = {num_heads} does not divide {d_model}")
        self.num_heads = num_heads
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_o = nn.Linear(d_model, d_model)
        self.drop = nn.Dropout(dropout)
        layers = (self.w_q, self.w_k, self.w_v)
        packed_weight = torch.stack([layer.weight.detach() for layer in layers])
        packed_bias = torch.stack([layer.bias.detach() for layer in layers])
        self.register_buffer("packed_weight", packed_weight, persistent=False)
        self.register_buffer("packed_bias", packed_bias, persistent=False)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        q, k, v = (
            split_heads(F.linear(x, self.packed_weight[i], self.packed_bias[i]), self.num_heads)
            for i, x in enumerate((query, key, value))
        )
        _, weights = masked_attend(q, k, v, mask)
        return self.w_o(merge_heads(self.drop(weights) @ v)), weights
