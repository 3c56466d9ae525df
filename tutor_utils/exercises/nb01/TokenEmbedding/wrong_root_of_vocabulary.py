"""root-of-the-vocabulary

You multiplied by the root of V, the number of words. The width counts, d_model.
Try: Of which size do you take the root: the number of words, or the width of a vector?
Hint: Use `math.sqrt(d_model)`.
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.factor = math.sqrt(V)

    def forward(self, ids):
        rows = self.table(ids)
        return rows * self.factor
