# --- bias_unless_tied
class Transformer(nn.Module):

    def __init__(
        self,
        src_vocab: int,
        tgt_vocab: int,
        d_model: int = 512,
        num_heads: int = 8,
        num_layers: int = 6,
        d_ff: int = 2048,
        dropout: float = 0.1,
        max_len: int = 512,
        pad_id: int = 0,
        norm_first: bool = False,
        tie_weights: bool = False,
    ) -> None:
        super().__init__()
        self.pad_id = pad_id
        self.source = TransformerEmbedding(src_vocab, d_model, pad_id, max_len, dropout)
        self.target = TransformerEmbedding(tgt_vocab, d_model, pad_id, max_len, dropout)
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.decoder = Decoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.output = nn.Linear(d_model, tgt_vocab, bias=not tie_weights)
        if tie_weights:
            shape = self.output.weight.shape  # (tgt_vocab, d_model), the shape of the table
            tables = [p for p in self.target.parameters() if p.shape == shape]
            self.output.weight = tables[0]

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        src_mask = padding_mask(src, self.pad_id)  # (B, 1, 1, L_s)
        memory, _ = self.encoder(self.source(src), src_mask)  # (B, L_s, d_model)
        return memory, src_mask

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor) -> Tensor:
        mask = target_mask(tgt, self.pad_id)  # (B, 1, L_t, L_t)
        x, _, _ = self.decoder(self.target(tgt), memory, mask, src_mask)  # (B, L_t, d_model)
        return self.output(x)  # (B, L_t, tgt_vocab)

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
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


# --- usual
class Transformer(nn.Module):

    def __init__(
        self,
        src_vocab: int,
        tgt_vocab: int,
        d_model: int = 512,
        num_heads: int = 8,
        num_layers: int = 6,
        d_ff: int = 2048,
        dropout: float = 0.1,
        max_len: int = 512,
        pad_id: int = 0,
        norm_first: bool = False,
        tie_weights: bool = False,
    ) -> None:
        super().__init__()
        self.pad_id = pad_id
        self.source = TransformerEmbedding(src_vocab, d_model, pad_id, max_len, dropout)
        self.target = TransformerEmbedding(tgt_vocab, d_model, pad_id, max_len, dropout)
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.decoder = Decoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.output = nn.Linear(d_model, tgt_vocab)
        if tie_weights:
            shape = self.output.weight.shape  # (tgt_vocab, d_model), the shape of the table
            tables = [p for p in self.target.parameters() if p.shape == shape]
            self.output.weight = tables[0]

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        src_mask = padding_mask(src, self.pad_id)  # (B, 1, 1, L_s)
        memory, _ = self.encoder(self.source(src), src_mask)  # (B, L_s, d_model)
        return memory, src_mask

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor) -> Tensor:
        mask = target_mask(tgt, self.pad_id)  # (B, 1, L_t, L_t)
        x, _, _ = self.decoder(self.target(tgt), memory, mask, src_mask)  # (B, L_t, d_model)
        return self.output(x)  # (B, L_t, tgt_vocab)

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, *self.encode(src))
