def attention_scores(q, k):
    return torch.einsum("...qd,...kd->...qk", q, k).div_(q.shape[-1] ** 0.5)
