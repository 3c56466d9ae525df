"""pad-row-drawn

The pad's row does not begin at zero, and it does not learn either: a pad says something at random,
for ever. `nn.Embedding(..., padding_idx=...)` sets the row to zero once; numbers that are drawn
into the whole table afterwards overwrite that.
Try: Print the first vector of a row of pads, minus the first position.
Hint: Behind such a draw, set the row to zero again, or leave the draw out.
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.d_model, self.max_len = d_model, max_len
        self.table = nn.Embedding(V, d_model, padding_idx=pad_id)
        nn.init.normal_(self.table.weight, std=d_model**-0.5)
        self.register_buffer("positions", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        length = ids.shape[1]
        if length > self.max_len:
            raise ValueError(f"L={length} is larger than max_len={self.max_len}")
        return self.drop(self.table(ids) * math.sqrt(self.d_model) + self.positions[:length])
