"""no-scale

The rows are not multiplied by √d_model. Beside positions of size 1 the words would be too quiet
(paper, section 3.4).
Try: Which part of notebook 01 turns ids into vectors, with the factor?
Hint: Use your TokenEmbedding.
"""


class TransformerEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id, max_len, dropout=0.0):
        super().__init__()
        self.t = nn.Embedding(V, d_model, padding_idx=pad_id)
        self.register_buffer('p', sinusoidal_encoding(max_len, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, ids):
        return self.drop(self.t(ids) + self.p[: ids.shape[1]])
