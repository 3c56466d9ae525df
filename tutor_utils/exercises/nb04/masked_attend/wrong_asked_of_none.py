"""mask-needed"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    mask = mask.bool()
    scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    weights = weights.masked_fill(~mask, 0.0)
    output = weights @ v
    return output, weights
