def masked_attend(q, k, v, mask=None):
    scores = torch.einsum('bhqd,bhkd->bhqk', q * q.size(-1) ** -0.5, k)
    if mask is not None:
        scores = torch.where(mask, scores, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights * mask.to(weights.dtype)
    return torch.einsum('bhqk,bhkd->bhqd', weights, v), weights
