"""pad-row-not-zero

The pad has a vector of its own. It should say nothing: zeros.
Try: What tells your table which row belongs to the pad?
Hint: nn.Embedding(V, d_model, padding_idx=pad_id)
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model)
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table(ids)
        return rows * self.factor
