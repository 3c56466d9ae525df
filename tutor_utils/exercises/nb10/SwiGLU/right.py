# --- usual
class SwiGLU(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.gate = nn.Linear(d_model, d_ff, bias=False)
        self.wide = nn.Linear(d_model, d_ff, bias=False)
        self.narrow = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.narrow(F.silu(self.gate(x)) * self.wide(x))


# --- llama
class SwiGLU(nn.Module):
    def __init__(self, hidden_size, intermediate_size):
        super().__init__()
        self.gate = nn.Linear(hidden_size, intermediate_size, bias=False)
        self.wide = nn.Linear(hidden_size, intermediate_size, bias=False)
        self.narrow = nn.Linear(intermediate_size, hidden_size, bias=False)
        self.act_fn = nn.SiLU()

    def forward(self, x):
        down_proj = self.narrow(self.act_fn(self.gate(x)) * self.wide(x))
        return down_proj


# --- from_scratch
class SiLU(nn.Module):
    def forward(self, x):
        return x * torch.sigmoid(x)


class SwiGLU(nn.Module):
    def __init__(self, emb_dim, hidden_dim):
        super().__init__()
        self.gate = nn.Linear(emb_dim, hidden_dim, bias=False)
        self.wide = nn.Linear(emb_dim, hidden_dim, bias=False)
        self.narrow = nn.Linear(hidden_dim, emb_dim, bias=False)
        self.silu = SiLU()

    def forward(self, x):
        x_fc1 = self.gate(x)
        x_fc2 = self.wide(x)
        x = self.silu(x_fc1) * x_fc2
        return self.narrow(x)


# --- wide_first
class SwiGLU(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.narrow = nn.Linear(d_ff, d_model, bias=False)
        self.wide, self.gate = (nn.Linear(d_model, d_ff, bias=False) for _ in range(2))

    def forward(self, x):
        hidden = self.wide(x)
        z = self.gate(x)
        hidden = hidden * z.sigmoid() * z
        return self.narrow(hidden)
