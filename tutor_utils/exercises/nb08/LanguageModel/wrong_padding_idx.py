"""row-of-a-pad

One row of your table is that of a pad (`padding_idx`): no reading ever trains it. A language model
has no pads, so that id is a token like all others.
Try: Which part of yours has a pad? Which row's gradient misses a share?
Hint: `nn.Embedding(vocab_size, d_model)` without `padding_idx`.
"""


class LanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_layers, d_ff, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model, padding_idx=0)
        self.positions = LearnedPosition(max_len, d_model)
        self.dropout = nn.Dropout(dropout)
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first=True)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        x = self.dropout(self.positions(self.tokens(ids)))
        x, _ = self.encoder(x, causal_mask(ids.shape[1], ids.device))
        return x @ self.tokens.weight.T
