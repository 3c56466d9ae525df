"""dropped-twice

Dropout works twice: on the hidden numbers, and once more on them, on the output or on the input.
The contract asks for it once, after ReLU.
Try: How often does a number meet dropout on its way through your network?
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        # Two linear maps and a dropout, each kept as self.name.
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.wide(x))  # (B, L, d_ff)
        return self.dropout(self.narrow(self.dropout(hidden)))  # (B, L, d_model)
