# --- parameter
class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.n = max_len
        self.p = nn.Parameter(torch.randn(1, max_len, d_model) * 0.02)

    def forward(self, x):
        L = x.shape[1]
        if L > self.n:
            raise ValueError(f'L={L} is larger than max_len={self.n}')
        return x + self.p[:, :L]


# --- usual
class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.max_len = max_len
        self.table = nn.Embedding(max_len, d_model)

    def forward(self, x):
        L = x.shape[1]
        if L > self.max_len:
            raise ValueError(f"L={L} is larger than max_len={self.max_len}")
        places = torch.arange(L, device=x.device)
        rows = self.table(places)
        return x + rows
