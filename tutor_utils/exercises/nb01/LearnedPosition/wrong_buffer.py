"""table-not-trained

There is no parameter of shape (max_len, d_model): the positions would never be trained.
Try: Does `list(module.parameters())` show your table, and does its gradient reach it?
Hint: Use nn.Embedding or nn.Parameter.
Raises: no trained table|does not require grad|not have been used
"""


class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.n = max_len
        self.register_buffer('p', torch.randn(max_len, d_model))

    def forward(self, x):
        L = x.shape[1]
        if L > self.n:
            raise ValueError(f'L={L} is larger than max_len={self.n}')
        return x + self.p[:L]
