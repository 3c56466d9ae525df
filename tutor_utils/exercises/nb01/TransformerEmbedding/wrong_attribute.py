"""positions-stay-behind

The module moved to another device, and your positions stayed on the CPU: they are a plain
attribute, or are made anew in `forward` without a word about the device.
Try: How is a table kept that moves along but is not trained?
Hint: Use `self.register_buffer`.
Raises: on device meta|the same device|expected device meta
Seen: https://github.com/wingedsheep/transformer/issues/4
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.positions = sinusoidal_encoding(max_len, d_model)
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        words = self.tokens(ids)
        places = self.positions[: ids.shape[1]]
        total = words + places
        return self.drop(total)
