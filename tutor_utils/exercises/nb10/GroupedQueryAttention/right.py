# --- usual
class GroupedQueryAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, num_kv_heads: int, base: float = 10000.0) -> None:
        super().__init__()
        if num_heads % num_kv_heads:
            raise ValueError(f"num_kv_heads={num_kv_heads} does not divide num_heads={num_heads}")
        kept = d_model // num_heads * num_kv_heads
        self.w_q = nn.Linear(d_model, d_model, bias=False)
        self.w_k = nn.Linear(d_model, kept, bias=False)
        self.w_v = nn.Linear(d_model, kept, bias=False)
        self.w_o = nn.Linear(d_model, d_model, bias=False)
        self.num_heads, self.num_kv_heads, self.base = num_heads, num_kv_heads, base

    def forward(self, x, mask=None, cache=None):
        q = split_heads(self.w_q(x), self.num_heads)
        k = split_heads(self.w_k(x), self.num_kv_heads)
        v = split_heads(self.w_v(x), self.num_kv_heads)
        past = 0 if cache is None else cache[0].shape[2]
        positions = torch.arange(past, past + x.shape[1], device=x.device)
        q, k = rotate(q, positions, self.base), rotate(k, positions, self.base)
        if cache is not None:
            k = torch.cat([cache[0], k], dim=2)
            v = torch.cat([cache[1], v], dim=2)
        kept = (k, v)
        shared = self.num_heads // self.num_kv_heads
        k = k.repeat_interleave(shared, dim=1)
        v = v.repeat_interleave(shared, dim=1)
        output, weights = masked_attend(q, k, v, mask)
        return self.w_o(merge_heads(output)), weights, kept


# --- llama
def repeat_kv(hidden_states, n_rep):
    batch, num_key_value_heads, slen, head_dim = hidden_states.shape
    if n_rep == 1:
        return hidden_states
    hidden_states = hidden_states[:, :, None, :, :].expand(batch, num_key_value_heads, n_rep, slen, head_dim)
    return hidden_states.reshape(batch, num_key_value_heads * n_rep, slen, head_dim)


class GroupedQueryAttention(nn.Module):
    def __init__(self, d_model, num_heads, num_kv_heads, base=10000.0):
        super().__init__()
        assert num_heads % num_kv_heads == 0, f"num_kv_heads={num_kv_heads}"
        self.head_dim = d_model // num_heads
        self.n_rep = num_heads // num_kv_heads
        self.rope_theta = base
        self.w_q = nn.Linear(d_model, num_heads * self.head_dim, bias=False)
        self.w_k = nn.Linear(d_model, num_kv_heads * self.head_dim, bias=False)
        self.w_v = nn.Linear(d_model, num_kv_heads * self.head_dim, bias=False)
        self.w_o = nn.Linear(num_heads * self.head_dim, d_model, bias=False)

    def forward(self, x, mask=None, cache=None):
        shape = (*x.shape[:-1], -1, self.head_dim)
        q = self.w_q(x).view(shape).transpose(1, 2)
        k = self.w_k(x).view(shape).transpose(1, 2)
        v = self.w_v(x).view(shape).transpose(1, 2)
        start = cache[0].size(-2) if cache is not None else 0
        position_ids = torch.arange(start, start + x.size(1), device=x.device)
        q = rotate(q, position_ids, self.rope_theta)
        k = rotate(k, position_ids, self.rope_theta)
        if cache is not None:
            k = torch.cat((cache[0], k), dim=-2)
            v = torch.cat((cache[1], v), dim=-2)
        scores = q @ repeat_kv(k, self.n_rep).transpose(2, 3) * self.head_dim**-0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, float("-inf"))
        weights = F.softmax(scores, dim=-1, dtype=torch.float32).to(q.dtype)
        out = weights @ repeat_kv(v, self.n_rep)
        return self.w_o(out.transpose(1, 2).reshape(*x.shape[:-1], -1)), weights, (k, v)


# --- grouped_axes
class GroupedQueryAttention(nn.Module):
    def __init__(self, d_model, num_heads, num_kv_heads, base=10000.0):
        super().__init__()
        if num_heads % num_kv_heads:
            raise ValueError(f"num_heads={num_heads}, num_kv_heads={num_kv_heads}")
        self.h, self.g, self.d_k, self.base = num_heads, num_kv_heads, d_model // num_heads, base
        self.w_q, self.w_o = nn.Linear(d_model, d_model, bias=False), nn.Linear(d_model, d_model, bias=False)
        self.w_k, self.w_v = (nn.Linear(d_model, self.g * self.d_k, bias=False) for _ in range(2))

    def forward(self, x, mask=None, cache=None):
        B, L, _ = x.shape
        k, v = split_heads(self.w_k(x), self.g), split_heads(self.w_v(x), self.g)
        if cache is None:
            cache = k[:, :, :0], v[:, :, :0]
        past = cache[0].shape[2]
        at = torch.arange(L, device=x.device) + past
        k = torch.cat([cache[0], rotate(k, at, self.base)], 2)
        v = torch.cat([cache[1], v], 2)
        q = rotate(split_heads(self.w_q(x), self.h), at, self.base)
        heads = torch.arange(self.h, device=x.device) // (self.h // self.g)
        out, weights = masked_attend(q, k[:, heads], v[:, heads], mask)
        return self.w_o(merge_heads(out)), weights, (k, v)
