"""activation-after-both

ReLU stands after both maps. Then nothing negative can come out, and a token can only grow in the
residual sum.
Try: Behind which of the two maps does ReLU belong? A loop over both gives it to each.
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.wide(x))  # (B, L, d_ff)
        return torch.relu(self.narrow(self.dropout(hidden)))  # (B, L, d_model)
