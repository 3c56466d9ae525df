# --- usual
class Transformer(nn.Module):
    def __init__(self, src_vocab, tgt_vocab, d_model=512, num_heads=8, num_layers=6, d_ff=2048,
                 dropout=0.1, max_len=512, pad_id=0, norm_first=False, tie_weights=False):
        super().__init__()
        self.pad_id = pad_id
        embed = lambda size: TransformerEmbedding(size, d_model, pad_id, max_len, dropout)
        self.source, self.target = embed(src_vocab), embed(tgt_vocab)
        sizes = num_layers, d_model, num_heads, d_ff, dropout
        self.encoder = Encoder(*sizes, norm_first)
        self.decoder = Decoder(*sizes, norm_first)
        self.output = nn.Linear(d_model, tgt_vocab, bias=not tie_weights)
        if tie_weights:
            self.output.weight = self.target.tokens.table.weight

    def encode(self, src):
        src_mask = padding_mask(src, self.pad_id)
        memory, _ = self.encoder(self.source(src), src_mask)
        return memory, src_mask

    def decode(self, tgt, memory, src_mask):
        mask = target_mask(tgt, self.pad_id)
        x, _, _ = self.decoder(self.target(tgt), memory, mask, src_mask)
        return self.output(x)

    def forward(self, src, tgt):
        return self.decode(tgt, *self.encode(src))


# --- generator_by_weight
class Transformer(nn.Module):
    def __init__(self, src_vocab, tgt_vocab, d_model=512, num_heads=8, num_layers=6, d_ff=2048,
                 dropout=0.1, max_len=512, pad_id=0, norm_first=False, tie_weights=False):
        super().__init__()
        self.pad_id = pad_id
        self.scale = d_model ** 0.5
        self.drop = nn.Dropout(dropout)
        self.src_embed = nn.Embedding(src_vocab, d_model)
        self.tgt_embed = nn.Embedding(tgt_vocab, d_model)
        self.register_buffer("pe", sinusoidal_encoding(max_len, d_model))
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.decoder = Decoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.generator = None if tie_weights else nn.Linear(d_model, tgt_vocab, bias=False)
        self.apply(self._init)
    def _init(self, m):
        if isinstance(m, nn.Linear):
            nn.init.xavier_uniform_(m.weight)
    def embed(self, table, ids):
        return self.drop(table(ids) * self.scale + self.pe[: ids.size(1)])
    def encode(self, src):
        src_mask = (src != self.pad_id).unsqueeze(1).unsqueeze(2)
        return self.encoder(self.embed(self.src_embed, src), src_mask)[0], src_mask
    def decode(self, tgt, memory, src_mask):
        m = (tgt != self.pad_id).unsqueeze(1).unsqueeze(2)
        m = m & torch.tril(torch.ones(tgt.size(1), tgt.size(1), device=tgt.device)).bool()
        x = self.decoder(self.embed(self.tgt_embed, tgt), memory, m, src_mask)[0]
        return F.linear(x, self.tgt_embed.weight) if self.generator is None else self.generator(x)
    def forward(self, src, tgt):
        return self.decode(tgt, *self.encode(src))
