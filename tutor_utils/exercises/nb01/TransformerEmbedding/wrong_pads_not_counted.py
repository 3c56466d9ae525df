"""pads-not-counted

You count positions over the words alone, and not over the pads (fairseq does so). By the contract
each place of the row has its position, pad or not; the masks hide the pads later.
Try: Which position does a pad get in your code, and which a word behind it?
Hint: `positions[: ids.shape[1]]`, the same for every row.
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len, self.pad_id = max_len, pad_id
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer("positions", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        words = (ids != self.pad_id).long()
        places = (words.cumsum(dim=1) - 1).clamp(min=0)  # (B, L)
        return self.drop(self.tokens(ids) + self.positions[places] * words[..., None])
