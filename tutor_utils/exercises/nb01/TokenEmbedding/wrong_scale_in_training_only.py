"""mode-changes-result"""


class TokenEmbedding(nn.Module):

    def __init__(self, V: int, d_model: int, pad_id: int) -> None:
        super().__init__()
        self.d_model = d_model
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)

    def forward(self, ids: Tensor) -> Tensor:
        return self.table(ids) * (math.sqrt(self.d_model) if self.training else 1)  # (B, L) -> (B, L, d_model)
