"""positions-scaled-too

Words and positions are both multiplied by √d_model. Only the words are.
Try: What does your factor reach: the words, the positions, or their sum?
Hint: Multiply the words alone, before you add. TokenEmbedding does it already.
Seen: https://github.com/SamLynnEvans/Transformer/issues/10
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.register_buffer("positions", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        words = self.tokens(ids)
        places = self.positions[: ids.shape[1]]
        total = (words + places) * math.sqrt(words.shape[-1])
        return self.drop(total)
