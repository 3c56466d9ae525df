class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.rows = nn.ParameterList([nn.Parameter(torch.randn(d_model)) for _ in range(max_len)])

    def forward(self, x):
        L = x.shape[1]
        if L > len(self.rows):
            raise ValueError(f"L={L} is larger than max_len={len(self.rows)}")
        return x + torch.stack([self.rows[t] for t in range(L)])
