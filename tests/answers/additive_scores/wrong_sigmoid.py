# diagnosis: another-activation
def additive_scores(q, k, w_q, w_k, v):
    return torch.sigmoid(w_q(q)[:, :, None] + w_k(k)[:, None]) @ v
