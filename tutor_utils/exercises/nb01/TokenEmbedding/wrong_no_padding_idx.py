"""pad-row-not-zero

The pad has a vector of its own. It should say nothing: zeros.
Try: Look at `padding_idx`.
Hint: nn.Embedding(V, d_model, padding_idx=pad_id)
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.d = d_model
        self.table = nn.Embedding(V, d_model)

    def forward(self, ids):
        return self.table(ids) * math.sqrt(self.d)
