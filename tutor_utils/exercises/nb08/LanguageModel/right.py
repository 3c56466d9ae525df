# --- linear
# F.linear with the table.
class LanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_layers, d_ff, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.table = nn.Parameter(torch.randn(vocab_size, d_model) * d_model**-0.5)
        self.places = nn.Parameter(torch.randn(1, max_len, d_model) * 0.02)
        self.drop = nn.Dropout(dropout)
        self.blocks = Encoder(num_layers, d_model, num_heads, d_ff, dropout, True)

    def forward(self, ids):
        B, L = ids.shape
        if L > self.max_len:
            raise ValueError(f"{L} ids are more than max_len={self.max_len}")
        h = self.drop(F.embedding(ids, self.table) + self.places[:, :L])
        h, weights = self.blocks(h, causal_mask(L, device=ids.device))
        return F.linear(h, self.table)


# --- tied_linear
# An output layer that shares the table.
class LanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_layers, d_ff, max_len, dropout=0.0):
        super().__init__()
        self.embed = nn.Embedding(vocab_size, d_model)
        self.add_positions = LearnedPosition(max_len, d_model)
        self.stack = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first=True)
        self.embed_dropout = nn.Dropout(p=dropout)
        self.head = nn.Linear(d_model, vocab_size, bias=False)
        self.head.weight = self.embed.weight
        self.max_len = max_len

    def forward(self, ids):
        mask = causal_mask(ids.size(1)).to(ids.device)
        hidden = self.stack(self.embed_dropout(self.add_positions(self.embed(ids))), mask)[0]
        return self.head(hidden)


# --- usual
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
        x, _ = self.encoder(x, causal_mask(ids.shape[1], ids.device))
        return x @ self.tokens.weight.T
