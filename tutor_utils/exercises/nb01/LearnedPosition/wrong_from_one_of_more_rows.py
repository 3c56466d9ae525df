"""a-row-too-many

Your table has max_len + 1 rows. A sentence has at most max_len tokens, so one row, the first or the
last, belongs to nobody and never learns. Positions run from 0 to max_len - 1.
Try: Which row of your table does no token ever get?
Hint: A table of max_len rows, and `torch.arange(L)`.
"""


class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.max_len = max_len
        self.rows = nn.Embedding(max_len + 1, d_model)

    def forward(self, x):
        L = x.shape[1]
        if L > self.max_len:
            raise ValueError(f"length {L} is more than max_len={self.max_len}")
        return x + self.rows(torch.arange(1, L + 1, device=x.device))
