# --- usual
class LoRA(nn.Module):
    def __init__(self, linear, rank, alpha=None):
        super().__init__()
        if rank < 1:
            raise ValueError(f"rank={rank} must be at least 1")
        self.linear = linear
        for p in linear.parameters():
            p.requires_grad = False
        self.a = nn.Parameter(torch.randn(linear.in_features, rank) * linear.in_features**-0.5)
        self.b = nn.Parameter(torch.zeros(rank, linear.out_features))
        self.scale = (rank if alpha is None else alpha) / rank
        self.on = True

    def forward(self, x):
        y = self.linear(x)
        if self.on:
            y = y + self.scale * (x @ self.a @ self.b)
        return y


# --- init
class LoRA(nn.Module):
    def __init__(self, linear: nn.Linear, rank: int, alpha=None):
        super().__init__()
        if rank <= 0:
            raise ValueError(f"rank must be positive, got rank={rank}")
        alpha = alpha if alpha is not None else rank
        self.linear = linear
        self.linear.requires_grad_(False)
        self.a = nn.Parameter(torch.empty(linear.in_features, rank))
        self.b = nn.Parameter(torch.empty(rank, linear.out_features))
        nn.init.normal_(self.a, std=1 / math.sqrt(linear.in_features))
        nn.init.zeros_(self.b)
        self.scale = alpha / rank
        self.on = True

    def forward(self, x):
        if not self.on:
            return self.linear(x)
        return self.linear(x) + (x @ self.a) @ self.b * self.scale


# --- matrix
class LoRA(nn.Module):
    def __init__(self, linear, rank, alpha=None):
        super().__init__()
        assert rank >= 1, f"rank={rank}"
        out, fan_in = linear.weight.shape
        self.rank, self.alpha, self.on = rank, rank if alpha is None else alpha, True
        self.linear = linear
        linear.weight.requires_grad_(False)
        if linear.bias is not None:
            linear.bias.requires_grad_(False)
        self.a = nn.Parameter(torch.normal(0.0, fan_in**-0.5, (fan_in, rank)))
        self.b = nn.Parameter(torch.zeros((rank, out)))

    @property
    def scale(self):
        return self.alpha / self.rank

    def forward(self, x):
        weight = self.linear.weight
        if self.on:
            weight = weight + self.scale * (self.a @ self.b).T
        return F.linear(x, weight, self.linear.bias)
