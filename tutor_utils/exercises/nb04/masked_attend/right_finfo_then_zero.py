def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is None:
        weights = scores.softmax(-1)
    else:
        low = torch.finfo(scores.dtype).min
        weights = scores.masked_fill(~mask, low).softmax(-1).masked_fill(~mask, 0.0)
    return weights @ v, weights
