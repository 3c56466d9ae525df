def attention_scores(q, k):
    r = q.shape[-1] ** 0.25
    return torch.matmul(q / r, (k / r).mT)
