"""mask-ignored

Nothing hides the future from the encoder, so each place reads it: in training the answer stands in
plain sight.
Try: What does the encoder get beside x, and which places does it block? Print it for 3 tokens.
Hint: `causal_mask(ids.shape[1], ids.device)`.
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
        x, _ = self.encoder(x)
        return x @ self.tokens.weight.T
