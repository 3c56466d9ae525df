# The layers in a list of their own, with a norm behind them.
class LanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_layers, d_ff, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.positions = LearnedPosition(max_len, d_model)
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.ModuleList(
            [EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first=True) for _ in range(num_layers)]
        )
        self.norm = nn.LayerNorm(d_model)

    def forward(self, ids):
        x = self.tokens(ids)
        x = self.dropout(self.positions(x))
        for layer in self.layers:
            x, _ = layer(x, causal_mask(ids.shape[1], ids.device))
        return torch.matmul(self.norm(x), self.tokens.weight.t())
