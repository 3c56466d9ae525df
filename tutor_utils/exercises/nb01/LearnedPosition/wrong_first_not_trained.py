"""first-position-not-trained

The row of the first position is kept out of the training, as `padding_idx=0` does it. Here row 0 is
a position, not a pad.
Try: Which row of your table gets no gradient?
Hint: `nn.Embedding(max_len, d_model)`
"""


class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.max_len = max_len
        self.table = nn.Embedding(max_len, d_model, padding_idx=0)

    def forward(self, x):
        L = x.shape[1]
        if L > self.max_len:
            raise ValueError(f"L={L} is larger than max_len={self.max_len}")
        return x + self.table(torch.arange(L, device=x.device))
