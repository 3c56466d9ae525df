"""not-registered"""


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.d_model, self.d_ff, self.p = d_model, d_ff, dropout

    def forward(self, x):
        torch.manual_seed(1)
        up = nn.Linear(self.d_model, self.d_ff, dtype=x.dtype)
        down = nn.Linear(self.d_ff, self.d_model, dtype=x.dtype)
        return down(F.dropout(up(x).relu(), self.p, self.training))
