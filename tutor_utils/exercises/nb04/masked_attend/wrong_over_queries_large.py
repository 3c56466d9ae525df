"""softmax-over-queries"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-2)
    output = weights @ v
    return output, weights
