# An output layer that shares the table.
class LanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_layers, d_ff, max_len, dropout=0.0):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, d_model)
        self.add_positions = LearnedPosition(max_len, d_model)
        self.stack = Encoder(
            num_layers=num_layers, d_model=d_model, num_heads=num_heads, d_ff=d_ff, dropout=dropout, norm_first=True
        )
        self.embed_dropout = nn.Dropout(p=dropout)
        self.head = nn.Linear(d_model, vocab_size, bias=False)
        self.head.weight = self.embed.weight
        self.max_len = max_len

    def forward(self, ids):
        mask = causal_mask(ids.size(1)).to(ids.device)
        hidden = self.stack(self.embed_dropout(self.add_positions(self.embed(ids))), mask)[0]
        return self.head(hidden)
