"""norm-inside

There is a LayerNorm inside. It belongs to the layer around this network, as the residual does.
Try: Keep only the two linear maps, ReLU and dropout here.
"""


class FeedForward(nn.Module):

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.norm = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.wide(x))  # (B, L, d_ff)
        return self.norm(x + self.narrow(self.dropout(hidden)))  # (B, L, d_model)
