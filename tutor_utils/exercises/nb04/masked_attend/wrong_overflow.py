"""half-precision

In half precision numbers end at 65504, so a constant like -1e9 or -1e20 cannot be stored.
Try: Is your fill larger than what the type can hold? Where can the limit be asked for?
Hint: Take the fill from the type: `torch.finfo(scores.dtype).min`, or -inf.
Raises: without overflow
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e20)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    output = weights @ v
    return output, weights
