"""blocked-row-uniform

With a large negative fill, a row with every key blocked becomes even: all its scores are the same.
It reads what it must not.
Try: What are the weights of that row after the softmax, and what should they be?
Hint: weights.masked_fill(~mask, 0.0)
Seen: https://github.com/hyunwoongko/transformer/pull/40
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    output = weights @ v
    return output, weights
