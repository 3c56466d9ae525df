class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.down = nn.Linear(d_ff, d_model)
        self.up = nn.Linear(d_model, d_ff)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        return self.down(self.dropout(torch.maximum(self.up(x), torch.zeros_like(x[..., :1]))))
