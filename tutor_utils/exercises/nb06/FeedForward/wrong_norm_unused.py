"""norm-never-used

Your network owns a LayerNorm and never uses it. The norms belong to the layer around this network.
Try: Which of your parts does `forward` call?
Hint: Take the norm out of `__init__`.
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.wide(x))  # (B, L, d_ff)
        return self.narrow(self.dropout(hidden))  # (B, L, d_model)
