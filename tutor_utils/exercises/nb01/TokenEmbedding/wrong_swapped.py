r"""sizes-swapped

The table has d_model rows of V features. It should have V rows of d_model features.
Try: What does the first argument of `nn.Embedding` count, and what the second?
Hint: nn.Embedding(V, d_model, ...): first how many, then how wide.
Raises: no trained table of shape \((\d+), (\d+)\); there are \[\(\2, \1\)
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.d = d_model
        self.table = nn.Embedding(d_model, V)

    def forward(self, ids):
        return self.table(ids) * math.sqrt(self.d)
