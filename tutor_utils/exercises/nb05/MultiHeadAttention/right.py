# --- softmax_float32
class MultiHeadAttention(nn.Module):
    """Llama, fairseq and Hugging Face take the softmax in float32, in the type of its input after."""

    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
        self.h, self.p = num_heads, dropout
        self.w_q, self.w_k, self.w_v, self.w_o = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, query, key, value, mask=None):
        q, k, v = (
            layer(x).unflatten(-1, (self.h, -1)).transpose(1, 2)
            for layer, x in ((self.w_q, query), (self.w_k, key), (self.w_v, value))
        )
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, -1e9)
        weights = F.softmax(scores, dim=-1, dtype=torch.float32).type_as(q)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0.0)
        dropped = F.dropout(weights, self.p, self.training)
        return self.w_o((dropped @ v).transpose(1, 2).flatten(2)), weights


# --- usual
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
        q = self.w_q(query)
        k = self.w_k(key)
        v = self.w_v(value)
        q = q.reshape(B, -1, h, d_k).transpose(1, 2)
        k = k.reshape(B, -1, h, d_k).transpose(1, 2)
        v = v.reshape(B, -1, h, d_k).transpose(1, 2)
        scores = q @ k.transpose(-2, -1)
        scores = scores / math.sqrt(d_k)
        if mask is not None:
            blocked = ~mask
            scores = scores.masked_fill(blocked, -math.inf)
        weights = scores.softmax(dim=-1)
        weights = weights.nan_to_num(0.0)
        dropped = self.dropout(weights)
        heads = dropped @ v
        heads = heads.transpose(1, 2)
        merged = heads.reshape(B, -1, d_model)
        output = self.w_o(merged)
        return output, weights
