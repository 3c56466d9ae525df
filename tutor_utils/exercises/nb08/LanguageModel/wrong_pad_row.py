"""pad-row

Row 0 of your table is zero and learns nothing, as a pad row would. A language model has no pads: id 0 is a word.
Try: Look at the arguments of your table.
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
        x = self.dropout(self.positions(self.tokens(ids) * (ids != 0)[..., None]))
        x, _ = self.encoder(x, causal_mask(ids.shape[1], ids.device))
        return x @ self.tokens.weight.T
