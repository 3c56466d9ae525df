"""positions-are-parameters

The table of positions is a Parameter, only a frozen one (the weight of a frozen `nn.Embedding` is
one too). It stands among `parameters()`, and one `requires_grad_(True)` on the model would train
it.
Try: What else can a module hold that moves along and is saved, and is no parameter?
Hint: `self.register_buffer(name, tensor)`.
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.positions = nn.Parameter(sinusoidal_encoding(max_len, d_model), requires_grad=False)
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        return self.drop(self.tokens(ids) + self.positions[: ids.shape[1]])
