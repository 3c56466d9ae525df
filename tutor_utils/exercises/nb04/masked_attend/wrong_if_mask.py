"""truth-of-a-tensor

`if mask:`, like `mask or ...` and `not mask`, asks one yes or no of many numbers.
Try: What do you ask of the mask: whether it is there, or whether it is true?
Hint: Write `if mask is not None:`.
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask:
        weights = weights.masked_fill(~mask, 0.0)
    output = weights @ v
    return output, weights
