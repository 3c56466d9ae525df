"""dropout-rate-fixed

The rate stands in your code. The caller's `dropout` does not reach the layer; `nn.Dropout()` alone
drops half.
Try: Give the argument on: `nn.Dropout(dropout)`.
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.t = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer("p", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout()

    def forward(self, ids):
        return self.drop(self.t(ids) + self.p[: ids.shape[1]])
