"""gradient-cut

The table is a parameter, and no gradient reaches it: it would keep its first values.
Try: Look for `.data`, `.detach()`, `torch.no_grad()`, or a copy of the table.
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table(ids).detach()
        return rows * self.factor
