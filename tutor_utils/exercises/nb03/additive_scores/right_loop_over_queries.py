def additive_scores(q, k, w_q, w_k, v):
    b = w_k(k)
    rows = [(torch.tanh(a[:, None] + b) * v).sum(-1) for a in w_q(q).unbind(1)]
    return torch.stack(rows, 1)
