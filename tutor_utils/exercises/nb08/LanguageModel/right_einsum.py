# The last product as einsum.
class LanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_layers, d_ff, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.wte = nn.Embedding(vocab_size, d_model)
        self.wpe = nn.Embedding(max_len, d_model)
        self.drop = nn.Dropout(dropout)
        self.body = Encoder(num_layers, d_model, num_heads, d_ff, dropout=dropout, norm_first=True)

    def forward(self, ids):
        L = ids.shape[-1]
        if L > self.max_len:
            raise ValueError("max_len=%d, and the text has %d ids" % (self.max_len, L))
        places = torch.arange(L, device=ids.device)
        x = self.drop(self.wte(ids) + self.wpe(places))
        may = torch.ones(L, L, dtype=torch.bool, device=ids.device).tril()[None, None]
        x = self.body(x, may)[0]
        return torch.einsum("bld,vd->blv", x, self.wte.weight)
