class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.w1 = nn.Parameter(torch.empty(d_model, d_ff)); self.b1 = nn.Parameter(torch.zeros(d_ff))
        self.w2 = nn.Parameter(torch.empty(d_ff, d_model)); self.b2 = nn.Parameter(torch.zeros(d_model))
        nn.init.xavier_uniform_(self.w1); nn.init.xavier_uniform_(self.w2)
        self.drop = nn.Dropout(dropout)
    def forward(self, x):
        return self.drop((x @ self.w1 + self.b1).clamp_min(0)) @ self.w2 + self.b2
