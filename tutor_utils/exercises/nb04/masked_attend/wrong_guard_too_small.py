"""guard-lost-in-half-precision

A row without an open key has the sum 0, and your guard for it, a number such as 1e-9, is 0 in float16.
So it stays 0/0, which is NaN.
Try: What does `torch.tensor(1e-9, dtype=torch.float16)` print?
Hint: Give such a row the divisor 1: `total.masked_fill(total == 0, 1)`.
"""


def masked_attend(q, k, v, mask=None):
    scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    e = (scores - scores.amax(dim=-1, keepdim=True)).exp()
    if mask is not None:
        e = e * mask
    weights = e / e.sum(dim=-1, keepdim=True).clamp(min=1e-9)
    return weights @ v, weights
