def soft_lookup(query, keys, values):
    s = torch.stack([torch.dot(k, query) for k in keys])
    e = (s - s.max()).exp()
    w = e / e.sum()
    out = torch.zeros_like(values[0])
    for share, v in zip(w, values):
        out = out + share * v
    return out, w
