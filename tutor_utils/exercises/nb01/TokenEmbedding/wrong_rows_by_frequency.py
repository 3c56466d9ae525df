"""gradient-by-frequency

The gradient of a row is divided by how often its word comes in the batch, so common words learn as
if they were rare.
Try: Which arguments do you give to `nn.Embedding`?
Hint: Leave out `scale_grad_by_freq`.
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id, scale_grad_by_freq=True)
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table(ids)
        return rows * self.factor
