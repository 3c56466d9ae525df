class TokenEmbedding(nn.Module):
    def __init__(self, V, d_model, pad_id):
        super().__init__()
        self.V, self.pad_id = V, pad_id
        self.layer = nn.Linear(V, d_model, bias=False)

    def forward(self, ids):
        one_hot = F.one_hot(ids, self.V).float()
        one_hot[..., self.pad_id] = 0
        return self.layer(one_hot) * self.layer.out_features**0.5
