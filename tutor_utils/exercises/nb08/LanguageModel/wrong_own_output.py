"""output-of-its-own

Your output layer has a Parameter of its own. Here one table serves twice: it reads the tokens and it
says them. To share `.data` leaves two Parameters, each with a gradient of its own.
Try: Which Parameter turns x into logits?
Hint: `x @ self.tokens.weight.T`.
"""


class LanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_layers, d_ff, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.positions = LearnedPosition(max_len, d_model)
        self.output = nn.Linear(d_model, vocab_size, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first=True)

    def forward(self, ids):
        x = self.dropout(self.positions(self.tokens(ids)))
        x, _ = self.encoder(x, causal_mask(ids.shape[1], ids.device))
        return self.output(x)
