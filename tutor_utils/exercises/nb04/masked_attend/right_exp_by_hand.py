def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    e = (scores - scores.detach().amax(-1, keepdim=True)).exp()
    if mask is not None:
        e = e * mask
    total = e.sum(-1, keepdim=True)
    weights = e / torch.where(total == 0, torch.ones_like(total), total)
    return weights @ v, weights
