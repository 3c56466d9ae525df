"""bias-forgotten

Your two maps have no bias. The formula is max(0, x W1 + b1) W2 + b2, with two of them.
Try: Where are b1 and b2 made in your code? `bias=False` leaves them out, and so does a matrix
alone.
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff, bias=False)
        self.narrow = nn.Linear(d_ff, d_model, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.wide(x))  # (B, L, d_ff, bias=False)
        return self.narrow(self.dropout(hidden))  # (B, L, d_model, bias=False)
