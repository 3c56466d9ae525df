class Transformer(nn.Module):
    def __init__(
        self,
        src_vocab,
        tgt_vocab,
        d_model=512,
        num_heads=8,
        num_layers=6,
        d_ff=2048,
        dropout=0.1,
        max_len=512,
        pad_id=0,
        norm_first=False,
        tie_weights=False,
    ):
        super().__init__()
        self.pad = pad_id
        self.dec_in = TransformerEmbedding(tgt_vocab, d_model, pad_id, max_len, dropout)
        self.enc_in = TransformerEmbedding(src_vocab, d_model, pad_id, max_len, dropout)
        self.dec = Decoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.enc = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        tables = [p for p in self.dec_in.parameters() if p.shape == (tgt_vocab, d_model)]
        self.out = tables[0] if tie_weights else nn.Parameter(torch.randn(tgt_vocab, d_model) * 0.02)

    def encode(self, src):
        mask = (src != self.pad)[:, None, None, :]
        return self.enc(self.enc_in(src), mask)[0], mask

    def decode(self, tgt, memory, src_mask):
        length = tgt.size(1)
        future = torch.triu(torch.ones(length, length, device=tgt.device), 1).bool()
        mask = ~future & (tgt != self.pad).view(len(tgt), 1, 1, length)
        y = self.dec(self.dec_in(tgt), memory, mask, src_mask)[0]
        return F.linear(y, self.out)

    def forward(self, src, tgt):
        memory, mask = self.encode(src)
        return self.decode(tgt, memory, mask)
