"""max_len-refused"""


class LearnedPosition(nn.Module):

    def __init__(self, max_len: int, d_model: int) -> None:
        super().__init__()
        self.max_len = max_len
        self.table = nn.Embedding(max_len, d_model)

    def forward(self, x: Tensor) -> Tensor:
        length = x.shape[1]
        if length >= self.max_len:
            raise ValueError(f"L={length} is larger than max_len={self.max_len}")
        return x + self.table(torch.arange(length, device=x.device))  # (L, d_model) broadcasts
