"""share-kept-for-share-dropped

You take `dropout` for the share that is kept. It is the share that is dropped: with 0.0 nothing is lost.
Try: How many hidden features are 0 with dropout=0.0 in training mode?
Hint: `nn.Dropout(dropout)`, without `1 - ...`.
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(1 - dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.wide(x))  # (B, L, d_ff)
        return self.narrow(self.dropout(hidden))  # (B, L, d_model)
