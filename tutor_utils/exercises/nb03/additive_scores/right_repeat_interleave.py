def additive_scores(q, k, w_q, w_k, v):
    B, Lq, _ = q.shape; Lk = k.shape[1]
    a = w_q(q).repeat_interleave(Lk, dim=1)
    b = w_k(k).repeat(1, Lq, 1)
    return (torch.tanh(a + b) @ v).view(B, Lq, Lk)
