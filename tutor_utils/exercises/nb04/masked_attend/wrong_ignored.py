"""mask-ignored

Your result is the same as without a mask.
Try: Follow `mask` through your code: what uses it, and is the result kept? `masked_fill` gives back
a new tensor.
Hint: scores = scores.masked_fill(...)
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(-1)
    output = weights @ v
    return output, weights
