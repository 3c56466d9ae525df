"""reshaped-for-a-convolution

`Conv1d` wants the features on axis 1. A `reshape` or `view` to (B, d_model, L) gives that shape,
but it cuts the numbers anew, so features of several positions are mixed.
Try: Change one position of x. Does only that position change in your result?
Hint: To bring an axis to another place, use `transpose`: `reshape` and `view` never move an axis.
"""


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.wide = nn.Conv1d(d_model, d_ff, 1)
        self.narrow = nn.Conv1d(d_ff, d_model, 1)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        y = x.reshape(x.shape[0], x.shape[2], x.shape[1])
        return self.narrow(self.dropout(torch.relu(self.wide(y)))).reshape(x.shape)
