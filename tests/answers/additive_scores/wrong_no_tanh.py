# diagnosis: no-tanh
def additive_scores(q, k, w_q, w_k, v):
    return (w_q(q)[:, :, None] + w_k(k)[:, None]) @ v
