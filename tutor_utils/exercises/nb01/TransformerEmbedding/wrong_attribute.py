"""positions-stay-behind

The table is a plain attribute. It stays on the CPU when the model moves to a GPU.
Try: How is a table kept that moves along but is not trained?
Hint: Use `self.register_buffer`.
Raises: meta|same device
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.t = TokenEmbedding(V, d_model, pad_id)
        self.p = sinusoidal_encoding(max_len, d_model)
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        return self.drop(self.t(ids) + self.p[: ids.shape[1]])
