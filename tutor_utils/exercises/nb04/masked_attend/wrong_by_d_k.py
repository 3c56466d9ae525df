"""divided-by-d_k

The scores are divided by d_k and not by its root.
Try: Compare your divisor with notebook 03.
Hint: Use the root of d_k.
"""


def masked_attend(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / q.shape[-1]
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    output = weights @ v
    return output, weights
