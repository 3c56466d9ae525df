class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"d_model={d_model} cannot be cut into num_heads={num_heads}")
        self.d_k = d_model // num_heads
        self.w_o = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_q = nn.Linear(d_model, d_model)
        self.p = dropout

    def forward(self, query, key, value, mask=None):
        outputs, maps = [], []
        groups = [x.split(self.d_k, dim=-1) for x in (self.w_q(query), self.w_k(key), self.w_v(value))]
        for i, (q, k, v) in enumerate(zip(*groups)):
            scores = q @ k.transpose(1, 2) / self.d_k**0.5
            if mask is not None:
                allowed = mask.expand(len(scores), len(groups[0]), *scores.shape[1:])[:, i]
                scores = scores.masked_fill(~allowed, torch.finfo(scores.dtype).min)
            weights = F.softmax(scores, dim=-1)
            if mask is not None:
                weights = weights.masked_fill(~allowed, 0.0)
            maps.append(weights)
            outputs.append(F.dropout(weights, self.p, self.training) @ v)
        return self.w_o(torch.cat(outputs, dim=-1)), torch.stack(maps, dim=1)
