"""causal-where-no-mask-is-given

Where no mask is given, each query sees the keys up to its own place, and no later one: your code
makes a causal mask. `None` means that every key is open.
Try: Call it without a mask, with more keys than queries, and look at the weights above the diagonal.
Hint: Hand `mask` on as it came, None too. Who wants a causal mask gives one.
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"num_heads {num_heads} must divide d_model {d_model}")
        self.n_head = num_heads
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_o = nn.Linear(d_model, d_model)
        self.attn_dropout = nn.Dropout(dropout)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        T, S = query.size(1), key.size(1)
        if mask is None:
            mask = torch.tril(torch.ones(T, S, dtype=torch.bool, device=query.device))
        q = split_heads(self.w_q(query), self.n_head)
        k = split_heads(self.w_k(key), self.n_head)
        v = split_heads(self.w_v(value), self.n_head)
        _, att = masked_attend(q, k, v, mask)
        att = self.attn_dropout(att)
        return self.w_o(merge_heads(att @ v)), att
