"""a-row-too-many

Your positions begin at 1, in a table of max_len + 1 rows. The first token has position 0; here row 0
belongs to nobody and never learns.
Try: Which row of your table does no token ever get?
Hint: `nn.Embedding(max_len, d_model)` and `torch.arange(L)`.
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
