"""guard-lost-in-half

You guard a division with a small constant. In float16 the smallest number above 0 is 6e-8, so 1e-9
is 0 there, and a row with every key blocked is 0/0 again: NaN.
Try: What is left of your constant in float16? Is there a way without a division?
Hint: Fill with torch.finfo(scores.dtype).min, softmax, then set blocked weights to 0.
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / (weights.sum(-1, keepdim=True) + 1e-9)
    output = weights @ v
    return output, weights
