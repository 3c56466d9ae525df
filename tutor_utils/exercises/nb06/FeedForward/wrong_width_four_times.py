"""width-multiplied

The hidden width is a multiple of d_ff. d_ff itself is the width: in the paper 2,048, which is
4 * 512 already.
Try: How many features has the inner layer for d_ff=3?
Hint: `nn.Linear(d_model, d_ff)`, and `nn.Linear(d_ff, d_model)`.
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, 4 * d_ff)
        self.narrow = nn.Linear(4 * d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.wide(x))  # (B, L, d_ff)
        return self.narrow(self.dropout(hidden))  # (B, L, d_model)
