"""pad-row

Id 0 is read as a row of zeros, as a pad would be. A language model has no pads: id 0 is a word.
Try: What does your code do with id 0 that it does not do with id 1?
Hint: No `padding_idx`, and no factor made of `ids != 0`.
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
        x = self.dropout(self.positions(self.tokens(ids) * (ids != 0)[..., None]))
        x, _ = self.encoder(x, causal_mask(ids.shape[1], ids.device))
        return x @ self.tokens.weight.T
