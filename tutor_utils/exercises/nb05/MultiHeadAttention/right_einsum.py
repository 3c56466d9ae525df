class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        self.num_heads = num_heads
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_o = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        B, L, d_model = query.shape
        h, d_k = self.num_heads, d_model // self.num_heads
        q = self.w_q(query).unflatten(-1, (h, d_k))
        k = self.w_k(key).unflatten(-1, (h, d_k))
        v = self.w_v(value).unflatten(-1, (h, d_k))
        scores = torch.einsum("bqhd,bkhd->bhqk", q * d_k**-0.5, k)
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        weights = scores.softmax(dim=-1).nan_to_num(0.0)
        heads = torch.einsum("bhqk,bkhd->bqhd", self.dropout(weights), v)
        merged = heads.flatten(2)
        return self.w_o(merged), weights
