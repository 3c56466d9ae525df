r"""encoder-not-unpacked

Your Encoder gives two values, x and the list of weights. You went on with the pair as if it were x.
Try: How many names stand on the left of the call of your encoder?
Hint: `x, _ = self.encoder(x, mask)`.
Raises: argument 'input'.*must be Tensor, not tuple|unsupported operand type.*(Tensor.*tuple|tuple.*Tensor)|can only concatenate tuple|'tuple' object has no attribute|found tuple|received an invalid combination of arguments - got \(tuple
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
        x = self.encoder(x, causal_mask(ids.shape[1], ids.device))
        return x @ self.tokens.weight.T
