"""two-rows-more

Your positions have two rows more than max_len, as OPT's file has them. No text uses them, and texts
that are too long pass.
Try: With max_len 4: how many rows has the table of positions?
Hint: `LearnedPosition(max_len, d_model)`; `load_opt` drops the two rows of the file.
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
