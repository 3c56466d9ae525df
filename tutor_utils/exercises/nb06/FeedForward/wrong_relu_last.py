"""activation-last

ReLU stands at the end and not in the middle. Nothing negative can come out.
Try: Move `relu` to the result of the first layer.
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.wide(x)  # (B, L, d_ff)
        return torch.relu(self.narrow(self.dropout(hidden)))  # (B, L, d_model)
