def masked_attend(q, k, v, mask=None):
    scores = torch.einsum("bhqd,bhkd->bhqk", q * q.shape[-1] ** -0.5, k)
    if mask is None:
        mask = torch.ones((), dtype=torch.bool, device=q.device)
    mask = mask.expand_as(scores) if mask.dim() else mask.expand(scores.shape)
    scores = torch.where(mask, scores, torch.full_like(scores, torch.finfo(scores.dtype).min))
    e = torch.exp(scores - scores.amax(-1, keepdim=True)) * mask
    total = e.sum(-1, keepdim=True)
    weights = e / torch.where(total == 0, torch.ones_like(total), total)
    return weights @ v, weights
