"""long-input-not-refused"""


class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.n = max_len
        self.e = nn.Embedding(max_len, d_model)

    def forward(self, x):
        return x + self.e(torch.arange(x.shape[1]))
