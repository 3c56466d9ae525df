"""dropout-missing

The argument `dropout` has no effect.
Try: Does the rate reach an `nn.Dropout`, and does the second map get what that returns?
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.wide(x))  # (B, L, d_ff)
        return self.narrow(hidden)  # (B, L, d_model)
