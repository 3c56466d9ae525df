"""pads-hidden

You hide id 0 (or another) from attention, as a pad. A language model has no pads: its windows are
full, and every id is a token.
Try: Print your mask for the ids 3, 0, 5. What does it block besides the future?
Hint: `causal_mask(ids.shape[1], ids.device)` alone.
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
        x = self.dropout(self.positions(self.tokens(ids)))
        mask = causal_mask(ids.shape[1], ids.device) & (ids != 0)[:, None, None, :]
        x, _ = self.encoder(x, mask)
        return x @ self.tokens.weight.T
