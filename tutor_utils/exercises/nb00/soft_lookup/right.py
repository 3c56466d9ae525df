# --- einsum
def soft_lookup(query, keys, values):
    w = torch.softmax(torch.einsum('nd,d->n', keys, query), dim=-1)
    return torch.einsum('n,nm->m', w, values), w


# --- float64_inside
def soft_lookup(query, keys, values):
    scores = torch.stack([torch.dot(query, key) for key in keys]).double()
    shares = torch.exp(scores - scores.max())
    weights = (shares / shares.sum()).to(values.dtype)
    return torch.einsum("n,nm->m", weights, values), weights


# --- loop
def soft_lookup(query, keys, values):
    s = torch.stack([torch.dot(k, query) for k in keys])
    e = (s - s.max()).exp()
    w = e / e.sum()
    out = torch.zeros_like(values[0])
    for share, v in zip(w, values):
        out = out + share * v
    return out, w


# --- usual
def soft_lookup(query, keys, values):
    scores = keys @ query
    weights = scores.softmax(dim=0)
    value = weights @ values
    return value, weights
