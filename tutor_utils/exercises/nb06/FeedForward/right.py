# --- bare_parameters
class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.w1 = nn.Parameter(torch.empty(d_model, d_ff)); self.b1 = nn.Parameter(torch.zeros(d_ff))
        self.w2 = nn.Parameter(torch.empty(d_ff, d_model)); self.b2 = nn.Parameter(torch.zeros(d_model))
        nn.init.xavier_uniform_(self.w1); nn.init.xavier_uniform_(self.w2)
        self.drop = nn.Dropout(dropout)
    def forward(self, x):
        return self.drop((x @ self.w1 + self.b1).clamp_min(0)) @ self.w2 + self.b2


# --- conv
class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.conv1 = nn.Conv1d(d_model, d_ff, 1)
        self.conv2 = nn.Conv1d(d_ff, d_model, 1)
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        y = self.drop(F.relu(self.conv1(x.permute(0, 2, 1))))
        return self.conv2(y).permute(0, 2, 1)


# --- sequential
class FeedForward(nn.Sequential):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__(
            nn.Linear(d_model, d_ff), nn.ReLU(), nn.Dropout(dropout), nn.Linear(d_ff, d_model)
        )


# --- usual
class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        hidden = torch.relu(self.wide(x))
        return self.narrow(self.dropout(hidden))
