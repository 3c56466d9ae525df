r"""conv-axes

`nn.Conv1d` wants the features on axis 1, (B, features, L). One of yours met another number there:
the axes came as (B, L, features), or its two sizes are swapped.
Try: Which number stands on axis 1 before each convolution, and for how many features was it made?
Hint: `.transpose(1, 2)` before the first convolution and after the last.
Raises: expected input.*to have \d+ channels
"""


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.a, self.b = nn.Conv1d(d_model, d_ff, 1), nn.Conv1d(d_ff, d_model, 1)
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        return self.b(self.drop(self.a(x).relu()))
