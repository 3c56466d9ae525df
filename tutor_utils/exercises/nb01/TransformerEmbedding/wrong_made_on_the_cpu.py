"""positions-stay-behind"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.tokens = TokenEmbedding(V, d_model, pad_id)
        self.d_model = d_model
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        words = self.tokens(ids)
        places = sinusoidal_encoding(ids.shape[1], self.d_model)
        total = words + places
        return self.drop(total)
