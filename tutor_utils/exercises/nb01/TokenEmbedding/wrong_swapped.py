"""sizes-swapped

The table has d_model rows of V features. It should have V rows of d_model features.
Try: What does the first argument of `nn.Embedding` count, and what the second?
Hint: nn.Embedding(V, d_model, ...): first how many, then how wide.
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(d_model, V, padding_idx=pad_id)
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table(ids)
        return rows * self.factor
