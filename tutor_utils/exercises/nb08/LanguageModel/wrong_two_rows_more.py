"""two-rows-more

Your model learns 2 · d_model numbers too many. So it is with a norm of your own behind the encoder
(`Encoder(norm_first=True)` has one already), or with max_len + 2 rows of positions, as in OPT's
file.
Try: Print the shapes of `named_parameters()`. Which part is one too many, or too large?
Hint: `LearnedPosition(max_len, d_model)`, and no norm outside of the encoder.
"""


class LanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_layers, d_ff, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.positions = LearnedPosition(max_len + 2, d_model)
        self.dropout = nn.Dropout(dropout)
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first=True)

    def forward(self, ids):
        x = self.dropout(self.positions(self.tokens(ids)))
        x, _ = self.encoder(x, causal_mask(ids.shape[1], ids.device))
        return x @ self.tokens.weight.T
