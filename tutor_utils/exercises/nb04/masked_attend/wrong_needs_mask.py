"""mask-needed

Your code does not work without a mask: `mask` may be None.
Try: Which lines of yours run only if a mask came? Which should always run?
Hint: Put only the masking behind `if mask is not None:`.
Raises: unary ~: 'NoneType'|masked_fill...*got .(NoneType|bool), float|where...*got .NoneType
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    weights = weights.masked_fill(~mask, 0.0)
    output = weights @ v
    return output, weights
