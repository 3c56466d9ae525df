"""too-long-is-cut

A text of more than max_len ids passes, where an error is due: it is cut, or places beyond the last
one are given some row, in silence.
Try: Which part of yours knows `max_len`, and raises? Does it see the whole text?
Hint: Hand all of `ids` on: `LearnedPosition` raises by itself. A table of your own needs a test
first.
"""


class LanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_layers, d_ff, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.positions = LearnedPosition(max_len, d_model)
        self.dropout = nn.Dropout(dropout)
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first=True)

    def forward(self, ids):
        ids = ids[:, : self.max_len]
        x = self.dropout(self.positions(self.tokens(ids)))
        x, _ = self.encoder(x, causal_mask(ids.shape[1], ids.device))
        return x @ self.tokens.weight.T
