"""no-gradient"""


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    @torch.no_grad()
    def forward(self, x):
        hidden = torch.relu(self.wide(x))
        return self.narrow(self.dropout(hidden))
