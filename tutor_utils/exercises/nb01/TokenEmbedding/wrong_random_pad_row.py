"""pad-row-not-zero

The pad's row takes no gradient, but it does not begin at zero: the pad keeps a random vector.
Try: Print the pad's row of a new module.
Hint: `nn.Embedding(V, d_model, padding_idx=pad_id)` sets it to zero; so must whoever fills the table anew.
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)
        nn.init.normal_(self.table.weight)
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table(ids)
        return rows * self.factor
