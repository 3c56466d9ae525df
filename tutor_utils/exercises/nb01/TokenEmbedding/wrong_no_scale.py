"""no-scale

The rows are not multiplied by √d_model. Beside positions of size 1 the words would be too quiet
(paper, section 3.4).
Try: Look at what stands behind the lookup.
Hint: * math.sqrt(d_model)
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.d = d_model
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)

    def forward(self, ids):
        return self.table(ids)
