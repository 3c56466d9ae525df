"""norm-first-missing

The norm behind the last layer is missing. This model is pre-LN: `Encoder(norm_first=True)` has a
norm at its end, and a post-LN encoder has none.
Try: Does your model use `Encoder`, and which argument says that it is pre-LN?
Hint: `norm_first=True`.
"""


class LanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_layers, d_ff, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.positions = LearnedPosition(max_len, d_model)
        self.dropout = nn.Dropout(dropout)
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout)

    def forward(self, ids):
        x = self.dropout(self.positions(self.tokens(ids)))
        x, _ = self.encoder(x, causal_mask(ids.shape[1], ids.device))
        return x @ self.tokens.weight.T
