# --- broadcast
def additive_scores(q, k, w_q, w_k, v):
    return torch.tanh(w_q(q)[:, :, None] + w_k(k)[:, None]) @ v


# --- einsum
def additive_scores(q, k, w_q, w_k, v):
    h = (w_q(q).unsqueeze(2) + w_k(k).unsqueeze(1)).tanh()
    return torch.einsum('bqkd,d->bqk', h, v)


# --- expand_linear
def additive_scores(q, k, w_q, w_k, v):
    a, b = w_q(q), w_k(k)
    a = a[:, :, None].expand(-1, -1, k.shape[1], -1)
    b = b[:, None].expand(-1, q.shape[1], -1, -1)
    return F.linear(torch.tanh(a + b), v[None]).squeeze(-1)


# --- loop_over_keys
def additive_scores(q, k, w_q, w_k, v):
    asked = w_q(q)
    columns = []
    for j in range(k.shape[1]):
        hidden = torch.tanh(asked + w_k(k[:, j : j + 1]))
        columns.append(v(hidden).squeeze(-1) if callable(v) else hidden @ v)
    return torch.stack(columns, dim=-1)


# --- loop_over_queries
def additive_scores(q, k, w_q, w_k, v):
    b = w_k(k)
    rows = [(torch.tanh(a[:, None] + b) * v).sum(-1) for a in w_q(q).unbind(1)]
    return torch.stack(rows, 1)


# --- repeat_interleave
def additive_scores(q, k, w_q, w_k, v):
    B, Lq, _ = q.shape; Lk = k.shape[1]
    a = w_q(q).repeat_interleave(Lk, dim=1)
    b = w_k(k).repeat(1, Lq, 1)
    return (torch.tanh(a + b) @ v).view(B, Lq, Lk)


# --- usual
def additive_scores(q, k, w_q, w_k, v):
    queries = w_q(q)[:, :, None]
    keys = w_k(k)[:, None]
    hidden = torch.tanh(queries + keys)
    scores = hidden @ v
    return scores
