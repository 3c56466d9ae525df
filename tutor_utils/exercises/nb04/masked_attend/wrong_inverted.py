"""mask-inverted

You blocked what was open and opened what was blocked. True means may attend; `masked_fill` fills
where its mask is True.
Try: `masked_fill` fills where its argument is True. Where is your mask True?
Hint: Give `masked_fill` the opposite: `~mask`.
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
