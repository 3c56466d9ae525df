# --- usual
class SwiGLU(nn.Module):
    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.gate = nn.Linear(d_model, d_ff, bias=False)
        self.wide = nn.Linear(d_model, d_ff, bias=False)
        self.narrow = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.narrow(F.silu(self.gate(x)) * self.wide(x))


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
