"""source-tied

tie_weights ties the source's table to the output. The words that come out are those of the target, so
it is the target's table that is shared.
Try: Which of your two embeddings holds the words that the logits speak of?
Hint: tables = [p for p in self.target.parameters() if p.shape == shape]
"""


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
            tables = [p for p in (self.source if src_vocab == tgt_vocab else self.target).parameters() if p.shape == shape]
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
