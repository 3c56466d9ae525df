"""words-lost

You returned the positions alone. The words are lost.
Try: What does your result say of the words in x?
Hint: Add the table to x.
"""


class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.n = max_len
        self.e = nn.Embedding(max_len, d_model)

    def forward(self, x):
        L = x.shape[1]
        if L > self.n:
            raise ValueError(f'L={L} is larger than max_len={self.n}')
        return self.e(torch.arange(L)).expand(x.shape[0], -1, -1)
