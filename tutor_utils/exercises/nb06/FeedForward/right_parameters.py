class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.p = dropout
        self.b2 = nn.Parameter(torch.zeros(d_model))
        self.b1 = nn.Parameter(torch.zeros(d_ff))
        self.w2 = nn.Parameter(torch.randn(d_ff, d_model) / d_ff**0.5)
        self.w1 = nn.Parameter(torch.randn(d_model, d_ff) / d_model**0.5)

    def forward(self, x):
        hidden = (x @ self.w1 + self.b1).clamp(min=0)
        return F.dropout(hidden, self.p, self.training) @ self.w2 + self.b2
