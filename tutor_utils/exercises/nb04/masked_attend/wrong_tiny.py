"""filled-with-zero

Blocked keys got a score of 0, or nearly: filled with 1e-9, or multiplied by the mask. A score of 0
is an ordinary score, and softmax gives it a weight.
Try: Blocked scores must be very negative before the softmax. Is a minus sign missing?
Hint: -inf, not 0 and not 1e-9
Seen: https://github.com/georg-wolflein/good-features/pull/1
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, 1e-9)
    weights = scores.softmax(-1)
    output = weights @ v
    return output, weights
