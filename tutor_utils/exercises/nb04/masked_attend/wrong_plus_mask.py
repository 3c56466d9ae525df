"""mask-added

You added the mask as 0 and 1. That changes a score by 1 at most.
Try: What does a 0 or a 1 added to a score change? What would remove a key altogether?
Hint: Blocked scores must be very negative before the softmax.
Seen: https://github.com/microsoft/onnxscript/pull/656
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores + mask
    weights = scores.softmax(-1)
    output = weights @ v
    return output, weights
