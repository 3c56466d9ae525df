def attention_scores(q, k):
    return torch.einsum('...qd,...kd->...qk', q, k) * k.size(-1) ** -0.5
