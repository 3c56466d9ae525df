"""blocked-row-nan-gradient"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights * mask
        total = weights.sum(-1, keepdim=True)
        weights = weights / total.clamp_min(torch.finfo(weights.dtype).tiny)
    output = weights @ v
    return output, weights
