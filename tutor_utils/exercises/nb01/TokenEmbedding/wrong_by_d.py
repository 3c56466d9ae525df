"""scaled-by-d_model

The rows are multiplied by d_model, not by its root.
Try: Compare your factor with the docstring. What is missing round d_model?
Hint: Take the root.
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.factor = d_model

    def forward(self, ids):
        rows = self.table(ids)
        return rows * self.factor
