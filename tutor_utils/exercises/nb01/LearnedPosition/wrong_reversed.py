"""positions-reversed

The last token got row 0 and the first one row L-1. Positions run with the tokens.
Try: Which row of the table does the first token get?
Hint: Use positions 0 to L-1, in this order.
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
        places = torch.arange(L, device=x.device).flip(0)
        rows = self.table(places)
        return x + rows
