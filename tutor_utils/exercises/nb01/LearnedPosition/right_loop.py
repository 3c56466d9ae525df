class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.n = max_len
        self.p = nn.Parameter(torch.zeros(max_len, d_model))

    def forward(self, x):
        L = x.shape[1]
        if L > self.n:
            raise ValueError(f'L={L} is larger than max_len={self.n}')
        return torch.stack([x[:, t] + self.p[t] for t in range(L)], 1)
