"""nan-filled-behind-the-output

Where every key is blocked, the weights are NaN on the way, and only the finished output has its NaN
set to 0. The output of such a row should be the bias of w_o, and its gradients must stay numbers.
Try: Give w_o a bias and block every key of a sentence. Which output follows from weights of 0?
Hint: Make the weights 0 before they meet the values; your `masked_attend` does so.
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        self.num_heads = num_heads
        self.w_q, self.w_k, self.w_v, self.w_o = (
            nn.Linear(d_model, d_model) for _ in range(4)
        )
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        q = split_heads(self.w_q(query), self.num_heads)
        k = split_heads(self.w_k(key), self.num_heads)
        v = split_heads(self.w_v(value), self.num_heads)
        scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        weights = scores.softmax(-1)
        output = self.w_o(merge_heads(self.dropout(weights) @ v))
        # fillna(0)
        return output.nan_to_num(0.0), weights.nan_to_num(0.0)
