def additive_scores(q, k, w_q, w_k, v):
    queries = w_q(q)[:, :, None]
    keys = w_k(k)[:, None]
    hidden = torch.tanh(queries + keys)
    scores = hidden @ v
    return scores
