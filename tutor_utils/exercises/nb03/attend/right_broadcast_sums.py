def attend(q, k, v):
    s = (q.unsqueeze(-2) * k.unsqueeze(-3)).sum(-1) / q.shape[-1] ** 0.5
    m = s.max(-1, keepdim=True).values
    w = (s - m).exp()
    w = w / w.sum(-1, keepdim=True)
    return (w.unsqueeze(-1) * v.unsqueeze(-3)).sum(-2), w
