def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        mask = mask.expand_as(scores)
        dead = ~mask.any(-1, keepdim=True)
        scores = scores.masked_fill(~(mask | dead), float('-inf'))
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(dead, 0)
    return weights @ v, weights
