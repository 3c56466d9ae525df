"""counted-from-the-end

You took the last L rows of the table. The first token has position 0, so the rows begin at 0.
Try: Which row of the table does the first token get?
Hint: Use positions 0 to L-1.
"""


class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.max_len = max_len
        self.table = nn.Embedding(max_len, d_model)

    def forward(self, x):
        L = x.shape[1]
        if L > self.max_len:
            raise ValueError(f"L={L} is larger than max_len={self.max_len}")
        places = torch.arange(self.max_len - L, self.max_len, device=x.device)
        rows = self.table(places)
        return x + rows
