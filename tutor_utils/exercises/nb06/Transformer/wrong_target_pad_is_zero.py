"""target-pad-fixed

The target's mask takes 0 for the pad, whatever `pad_id` says: pads are read, or a word is hidden.
Try: Where does the mask of the target get the id of the pad from?
Hint: `target_mask(tgt, self.pad_id)`
"""


class Transformer(nn.Module):
    def __init__(self, src_vocab, tgt_vocab, d_model=512, num_heads=8, num_layers=6, d_ff=2048,
                 dropout=0.1, max_len=512, pad_id=0, norm_first=False, tie_weights=False):
        super().__init__()
        self.pad_id = pad_id
        self.source = TransformerEmbedding(src_vocab, d_model, pad_id, max_len, dropout)
        self.target = TransformerEmbedding(tgt_vocab, d_model, pad_id, max_len, dropout)
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.decoder = Decoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.out = nn.Linear(d_model, tgt_vocab)
        if tie_weights:
            table = [p for p in self.target.parameters() if p.shape == (tgt_vocab, d_model)][0]
            self.out.weight = table
    def encode(self, src):
        mask = padding_mask(src, self.pad_id)
        return self.encoder(self.source(src), mask)[0], mask
    def decode(self, tgt, memory, src_mask):
        return self.out(self.decoder(self.target(tgt), memory, target_mask(tgt, 0), src_mask)[0])
    def forward(self, src, tgt):
        return self.decode(tgt, *self.encode(src))
