"""leaky-activation

Negative hidden numbers go on, a hundredth of their size: so does LeakyReLU. ReLU makes them 0.
Try: What does your activation give for -100?
Hint: Use `torch.relu`.
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = F.leaky_relu(self.wide(x))  # (B, L, d_ff)
        return self.narrow(self.dropout(hidden))  # (B, L, d_model)
