def additive_scores(q, k, w_q, w_k, v):
    return torch.tanh(w_q(q)[:, :, None] + w_k(k)[:, None]) @ v
