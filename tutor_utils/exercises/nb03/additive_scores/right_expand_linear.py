def additive_scores(q, k, w_q, w_k, v):
    a, b = w_q(q), w_k(k)
    a = a[:, :, None].expand(-1, -1, k.shape[1], -1)
    b = b[:, None].expand(-1, q.shape[1], -1, -1)
    return F.linear(torch.tanh(a + b), v[None]).squeeze(-1)
