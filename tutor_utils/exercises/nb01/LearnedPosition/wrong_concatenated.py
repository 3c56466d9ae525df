"""concatenated"""


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
        return torch.cat([x, rows.expand(x.shape[0], -1, -1)], dim=-1)
