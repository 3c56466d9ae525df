"""relu-squared

The second map gets the square of what ReLU gives: squared, or multiplied by it once more. The
paper's formula is max(0, x W1 + b1) W2 + b2, with ReLU alone.
Try: Which value goes into the second layer where the first gives 3?
Hint: Give the result of ReLU to the second map as it is.
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.wide(x)) ** 2  # (B, L, d_ff)
        return self.narrow(self.dropout(hidden))  # (B, L, d_model)
