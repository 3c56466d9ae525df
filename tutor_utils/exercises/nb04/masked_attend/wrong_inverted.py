"""mask-inverted

Before the softmax you blocked what was open, and left open what was blocked. True means may attend;
`masked_fill` fills where its mask is True.
Try: Which scores does your code replace: those where `mask` is True, or the others?
Hint: `masked_fill` takes the opposite, `~mask`. PyTorch's own attention takes `mask` as it is.
Seen: https://github.com/pytorch/pytorch/issues/29546
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(mask, 0.0)
    output = weights @ v
    return output, weights
