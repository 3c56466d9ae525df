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
