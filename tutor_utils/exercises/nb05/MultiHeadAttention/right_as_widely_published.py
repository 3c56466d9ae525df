class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"num_heads={num_heads} must divide d_model={d_model}")
        self.num_heads, self.d_k = num_heads, d_model // num_heads
        self.w_q, self.w_k, self.w_v, self.w_o = [nn.Linear(d_model, d_model) for _ in range(4)]
        self.dropout = nn.Dropout(p=dropout)
        for p in self.parameters():
            if p.dim() > 1:
                nn.init.xavier_uniform_(p)

    def forward(self, query, key, value, mask=None):
        nb = query.size(0)
        query, key, value = [l(x).view(nb, -1, self.num_heads, self.d_k).transpose(1, 2)
                             for l, x in zip((self.w_q, self.w_k, self.w_v), (query, key, value))]
        scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(self.d_k)
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float("-inf"))
        p_attn = scores.softmax(dim=-1)
        p_attn = torch.nan_to_num(p_attn)
        x = torch.matmul(self.dropout(p_attn), value)
        x = x.transpose(1, 2).contiguous().view(nb, -1, self.num_heads * self.d_k)
        return self.w_o(x), p_attn
