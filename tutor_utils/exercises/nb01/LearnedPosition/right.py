# --- buffered_ids
class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.max_len = max_len
        self.pos = nn.Embedding(max_len, d_model)
        self.register_buffer("ids", torch.arange(max_len), persistent=False)
    def forward(self, x):
        n = x.shape[1]
        if n > self.max_len:
            raise ValueError(f"sequence length {n} exceeds max_len {self.max_len}")
        return x + self.pos(self.ids[:n])[None]


# --- functional
class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(max_len, d_model))

    def forward(self, x):
        rows = self.weight.shape[0]
        if x.size(1) > rows:
            raise ValueError(f"L={x.size(1)} > max_len={rows}")
        ids = torch.arange(x.size(1), device=x.device).expand(x.size(0), -1)
        return torch.add(x, F.embedding(ids, self.weight))


# --- index_error
class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.max_len = max_len
        self.table = nn.Embedding(max_len, d_model)

    def forward(self, x):
        L = x.shape[1]
        places = torch.arange(L, device=x.device)
        rows = self.table(places)
        return x + rows


# --- loop
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


# --- one_hot_rows
class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.max_len = max_len
        self.to_row = nn.Parameter(torch.empty(max_len, d_model).normal_(std=0.02))

    def forward(self, x):
        batch, length, _ = x.shape
        if length > self.max_len:
            raise ValueError(f"a sequence of length {length} does not fit max_len={self.max_len}")
        which = torch.eye(self.max_len, dtype=x.dtype, device=x.device)[:length]
        return x + (which @ self.to_row).unsqueeze(0).expand(batch, -1, -1)


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
