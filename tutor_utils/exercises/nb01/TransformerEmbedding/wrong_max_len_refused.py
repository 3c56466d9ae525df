"""max_len-refused

Your code refuses a sentence that is just as long as max_len. There are max_len rows, so it fits.
Try: With max_len=4, how many rows are there, and which is the last one that a sentence of 4 needs?
Hint: Refuse `L > max_len`, not `L >= max_len`.
"""


class TransformerEmbedding(nn.Module):

    def __init__(
        self, V: int, d_model: int, pad_id: int, max_len: int, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer("positions", sinusoidal_encoding(max_len, d_model))
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids: Tensor) -> Tensor:
        length, max_len = ids.shape[1], len(self.positions)
        if length >= max_len:
            raise ValueError(f"L={length} is larger than max_len={max_len}")
        x = self.tokens(ids) + self.positions[:length]  # (B, L, d_model)
        return self.dropout(x)
