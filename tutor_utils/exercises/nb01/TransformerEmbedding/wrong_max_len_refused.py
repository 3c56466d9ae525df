"""max_len-refused"""


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
