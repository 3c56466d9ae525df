"""long-input-not-refused

More tokens came than the table has rows. Your code went on, or its error does not say why.
Try: Which two numbers must be compared before the rows are taken?
Hint: Test `L > max_len` first.
Fails: refuses
Seen: https://github.com/karpathy/nanoGPT/issues/473
"""


class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.max_len = max_len
        self.table = nn.Embedding(max_len, d_model)

    def forward(self, x):
        L = x.shape[1]
        places = torch.arange(L, device=x.device).clamp(max=self.max_len - 1)
        rows = self.table(places)
        return x + rows
