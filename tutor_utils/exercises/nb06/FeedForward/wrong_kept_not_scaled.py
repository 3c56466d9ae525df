"""kept-not-scaled

Your dropout sets features to 0 and leaves the others as they are, so their mean falls by p in training.
Dropout divides what it keeps by 1 - p.
Try: Of features that are all 1, what is the mean behind your dropout with p = 0.5?
Hint: `nn.Dropout(dropout)` does both.
"""


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.rate = dropout

    def forward(self, x):
        hidden = self.wide(x).relu()  # (B, L, d_ff)
        if self.training:
            hidden = hidden * (torch.rand_like(hidden) >= self.rate)
        return self.narrow(hidden)
