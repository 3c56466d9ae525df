"""pad-row-trained

The pad's row is zero now, but training would change it.
Try: Which argument of `nn.Embedding` keeps one row at zero and out of the training?
Hint: nn.Embedding(V, d_model, padding_idx=pad_id)
Seen: https://github.com/facebookresearch/fairseq/issues/4076
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model)
        with torch.no_grad():
            self.table.weight[pad_id] = 0
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table(ids)
        return rows * self.factor
