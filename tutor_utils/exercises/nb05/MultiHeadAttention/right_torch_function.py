class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        self.num_heads = num_heads
        for name in ("w_q", "w_k", "w_v", "w_o"):
            setattr(self, name, nn.Linear(d_model, d_model))
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        layers = ((self.w_q, query), (self.w_k, key), (self.w_v, value))
        q, k, v = (layer(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for layer, x in layers)
        bias = None
        if mask is not None:
            bias = torch.zeros(mask.shape, dtype=q.dtype, device=q.device)
            bias = bias.masked_fill(~mask, torch.finfo(q.dtype).min / 2)
        unit = torch.eye(k.shape[2], dtype=q.dtype, device=q.device).expand(*k.shape[:3], k.shape[2])
        weights = F.scaled_dot_product_attention(q, k, unit, attn_mask=bias)  # values of one-hot: the weights
        if mask is not None:
            weights = weights.masked_fill(~mask, 0.0)
        return self.w_o((self.dropout(weights) @ v).transpose(1, 2).flatten(2)), weights
