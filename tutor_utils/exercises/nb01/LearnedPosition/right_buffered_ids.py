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
