"""table-scaled

Your token rows are multiplied by √d_model, as in notebook 01 (`TokenEmbedding` does it by itself).
This model does not: GPT and OPT add the positions to the plain row.
Try: Read the docstring again: what is x?
Hint: `nn.Embedding` in place of `TokenEmbedding`, and no factor.
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
        x = self.dropout(self.positions(self.tokens(ids) * self.tokens.embedding_dim**0.5))
        x, _ = self.encoder(x, causal_mask(ids.shape[1], ids.device))
        return x @ self.tokens.weight.T
