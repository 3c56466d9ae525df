"""size-remembered"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.kept = None
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.wide(x))  # (B, L, d_ff)
        if self.kept is None:
            self.kept = torch.zeros(hidden.shape[0], 1, 1)
        return self.narrow(self.dropout(hidden) + self.kept.to(hidden))  # (B, L, d_model)
