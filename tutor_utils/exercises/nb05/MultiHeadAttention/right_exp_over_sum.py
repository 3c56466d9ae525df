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
        q = self.w_q(query).reshape(B, -1, h, d_k).transpose(1, 2)
        k = self.w_k(key).reshape(B, -1, h, d_k).transpose(1, 2)
        v = self.w_v(value).reshape(B, -1, h, d_k).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)
        if mask is not None:
            scores = torch.where(mask, scores, torch.finfo(scores.dtype).min)
        weights = (scores - scores.amax(-1, keepdim=True)).exp()
        weights = weights / weights.sum(-1, keepdim=True)
        if mask is not None:
            weights = weights * mask
        heads = self.dropout(weights) @ v
        merged = heads.transpose(1, 2).reshape(B, -1, d_model)
        return self.w_o(merged), weights
