"""indexed-by-sentence

You took a row for each sentence and not for each position.
Try: Which axis of x counts the tokens, and which one the sentences?
Hint: L is x.shape[1]; x.shape[0] is the batch.
Seen: https://github.com/tanjimin/C.Origami/issues/42
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
        places = torch.arange(x.shape[0], device=x.device) % self.max_len
        rows = self.table(places)
        return x + rows[:, None]
