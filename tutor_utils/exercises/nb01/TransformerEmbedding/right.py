# --- on_the_fly
class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.e = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.d, self.q = d_model, dropout

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        p = sinusoidal_encoding(ids.shape[1], self.d).to(ids.device)
        return F.dropout(self.e(ids) * self.d**0.5 + p, self.q, self.training)


# --- usual
class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer("positions", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        words = self.tokens(ids)
        places = self.positions[: ids.shape[1]]
        total = words + places
        return self.drop(total)
