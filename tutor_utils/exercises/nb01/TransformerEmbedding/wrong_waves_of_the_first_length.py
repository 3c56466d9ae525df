"""size-remembered"""


class TransformerEmbedding(nn.Module):
    def __init__(
        self, V: int, d_model: int, pad_id: int, max_len: int, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.drop = nn.Dropout(dropout)
        self.d_model, self.max_len = d_model, max_len
        self.waves = None

    def forward(self, ids: Tensor) -> Tensor:
        L = ids.size(1)
        if L > self.max_len:
            raise ValueError(f"L={L} is larger than max_len={self.max_len}")
        x = self.tokens(ids)
        if self.waves is None:
            self.waves = sinusoidal_encoding(L, self.d_model)
        return self.drop(x + self.waves[:L].to(x))
