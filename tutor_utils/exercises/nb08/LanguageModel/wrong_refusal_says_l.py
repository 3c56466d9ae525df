"""refusal-names-the-other-value

The error says max_len, and the number in it is the length L that came in. Whoever reads it does not
learn how many tokens the model can read.
Try: Give a model of max_len 8 a text of 9 ids, and read the message. Where is the 8?
Hint: Put both into the message: `f"L={L} is larger than max_len={max_len}"`.
"""


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
            raise ValueError(f"{L} ids are more than max_len")
        h = self.drop(F.embedding(ids, self.table) + self.places[:, :L])
        h, weights = self.blocks(h, causal_mask(L, device=ids.device))
        return F.linear(h, self.table)
