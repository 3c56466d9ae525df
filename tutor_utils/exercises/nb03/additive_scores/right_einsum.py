def additive_scores(q, k, w_q, w_k, v):
    h = (w_q(q).unsqueeze(2) + w_k(k).unsqueeze(1)).tanh()
    return torch.einsum('bqkd,d->bqk', h, v)
