"""changed-in-place"""


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, d_ff)
        self.act = nn.ReLU(inplace=True)
        self.drop = nn.Dropout(dropout, inplace=True)
        self.down = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        return self.down(self.drop(self.act(self.up(x))))
