"""table-not-trained"""


class LearnedPosition(nn.Module):
    def __init__(self, max_len, d_model):
        super().__init__()
        self.rows = nn.Embedding(max_len, d_model)

    def forward(self, x):
        length = x.shape[1]
        if length > self.rows.num_embeddings:
            raise ValueError(f"L={length} > max_len={self.rows.num_embeddings}")
        return x + self.rows.weight.data[:length]
