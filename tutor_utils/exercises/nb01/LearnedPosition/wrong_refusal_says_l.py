"""refusal-names-the-other-value

The error says max_len, and the number in it is the length L that came in. Whoever reads it does not
learn how many positions there are.
Try: Give a module of max_len 4 a text of 5, and read the message. Where is the 4?
Hint: Put both into the message: `f"L={L} is larger than max_len={max_len}"`.
"""


class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.max_len = max_len
        self.table = nn.Embedding(max_len, d_model)

    def forward(self, x):
        L = x.shape[1]
        if L > self.max_len:
            raise ValueError(f"L={L} is larger than max_len")
        places = torch.arange(L, device=x.device)
        rows = self.table(places)
        return x + rows
