"""no-activation

No ReLU works between the two maps. Two linear maps in a row are one linear map, so the width d_ff
gains nothing.
Try: What does the second map get: the result of the first one, or its ReLU?
Hint: self.second(torch.relu(self.first(x)))
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.wide(x)  # (B, L, d_ff)
        return self.narrow(self.dropout(hidden))  # (B, L, d_model)
