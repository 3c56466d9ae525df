# diagnosis: axes-swapped
def additive_scores(q, k, w_q, w_k, v):
    return torch.tanh(w_k(k)[:, :, None] + w_q(q)[:, None]) @ v
