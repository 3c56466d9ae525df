"""words-detached

The table learns, and no gradient reaches x: what made the words would never learn.
Try: Look at what you do with x before you add.
Hint: Add to x itself.
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
        places = torch.arange(L, device=x.device)
        rows = self.table(places)
        return x.detach() + rows
