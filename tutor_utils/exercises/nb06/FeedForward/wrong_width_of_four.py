"""width-fixed

The hidden width is a choice of yours, and d_ff is not read. 4 * d_model and 2,048 are what the
paper chose; here d_ff says it.
Try: Where do you use `d_ff`? What is the second number of your first layer?
Hint: `nn.Linear(d_model, d_ff)`, and `nn.Linear(d_ff, d_model)`.
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, 4 * d_model)
        self.narrow = nn.Linear(4 * d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.wide(x))  # (B, L, d_ff)
        return self.narrow(self.dropout(hidden))  # (B, L, d_model)
