"""mixes-positions

The result of a token depends on its neighbours. This network works on every position by itself;
only attention lets tokens meet.
Try: Look at the axis each layer works on. A convolution needs kernel_size=1.
"""


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.a = nn.Conv1d(d_model, d_ff, 3, padding=1)
        self.b = nn.Conv1d(d_ff, d_model, 1)
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        return self.b(self.drop(self.a(x.mT).relu())).mT
