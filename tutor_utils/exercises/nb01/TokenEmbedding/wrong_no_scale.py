"""no-scale

What comes out are the rows of the table as they are; the contract multiplies them by √d_model. Where
the table is the output matrix too, as in the paper, it is drawn small, and the factor makes up for it.
Try: Where does the factor meet the rows that `forward` looks up? Put into the table once, it is
lost as soon as the table gets other numbers.
Hint: * math.sqrt(d_model)
Seen: https://github.com/SamLynnEvans/Transformer/issues/10
"""


class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.factor = math.sqrt(d_model)

    def forward(self, ids):
        rows = self.table(ids)
        return rows
