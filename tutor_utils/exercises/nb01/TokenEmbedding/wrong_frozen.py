r"""table-not-trained

There is no parameter of shape (V, d_model), so there is nothing to learn.
Try: Does `list(module.parameters())` show your table, and does its gradient reach it?
Hint: Use nn.Embedding or nn.Parameter.
Raises: no trained table|there are \[\]|does not require grad
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.e = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.d = d_model

    def forward(self, ids):
        return self.e(ids).detach() * self.d**0.5
