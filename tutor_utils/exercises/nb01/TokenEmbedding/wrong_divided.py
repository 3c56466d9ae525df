"""divided-by-root

The rows are divided by √d_model and not multiplied.
Try: Should the vectors grow or shrink before the positions are added?
Hint: Multiply by √d_model: `* d_model ** 0.5`, not `/`, and no minus in the exponent.
Seen: https://github.com/pytorch/tutorials/issues/2849
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table(ids)
        return rows / self.factor
