# --- frozen_embedding_buffer
class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.steps = nn.Sequential(nn.Dropout(dropout))
        self.token = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer("position", sinusoidal_encoding(max_len, d_model))

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        places = torch.arange(ids.shape[1], device=ids.device)
        return self.steps(self.token(ids) + F.embedding(places, self.position))


# --- length_by_table
class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer("pe", sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        words = self.tokens(ids)
        if words.size(1) > self.pe.size(0):
            raise ValueError(f"max_len is {self.pe.size(0)} and the input has {words.size(1)}")
        return self.drop(words + self.pe[: words.size(1)])


# --- nn_buffer
class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.tok = TokenEmbedding(V, d_model, pad_id)
        self.pos = nn.Buffer(sinusoidal_encoding(max_len, d_model)) if hasattr(nn, "Buffer") else None
        self.drop = nn.Dropout(dropout)
    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        return self.drop(self.tok(ids) + self.pos[: ids.shape[-1]])


# --- not_persistent
class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.t = TokenEmbedding(V, d_model, pad_id)
        self.register_buffer('p', sinusoidal_encoding(max_len, d_model)[None], persistent=False)
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        x = self.t(ids)
        return self.drop(x + self.p[:, : x.size(1)])


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


# --- sequential
class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.max_len = max_len
        self.words = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.rate = dropout
        self.register_buffer("waves", sinusoidal_encoding(max_len, d_model).unsqueeze(0))

    def forward(self, ids):
        if ids.shape[1] > self.max_len:
            raise ValueError(f"L={ids.shape[1]} is larger than max_len={self.max_len}")
        x = self.words(ids).mul(math.sqrt(self.words.embedding_dim))
        x = x + self.waves.narrow(1, 0, ids.size(1)).to(x.dtype)
        return nn.functional.dropout(x, p=self.rate, training=self.training)


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
