"""long-input-not-refused

More tokens came than the table has rows. Your code went on, or its error does not say why.
Try: Which two numbers must be compared before the rows are taken?
Hint: Test `L > max_len` first.
Fails: refuses
"""


class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.n = max_len
        self.e = nn.Embedding(max_len, d_model)

    def forward(self, x):
        L = x.shape[1]
        return x + self.e(torch.arange(L).clamp(max=self.n - 1))
