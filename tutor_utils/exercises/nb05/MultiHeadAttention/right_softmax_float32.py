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
