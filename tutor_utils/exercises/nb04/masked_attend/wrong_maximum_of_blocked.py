"""maximum-of-blocked-keys

The largest score of the row is taken off, blocked keys included (a softmax over all keys does so
too). Where a blocked key is far above the open ones, every open `exp` is 0, and nothing is left to
share.
Try: Scores 0 and 200, and the second key is blocked: what is `exp(0 - 200)` in float32?
Hint: Fill the blocked scores first, then take the maximum, or the softmax.
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    e = (scores - scores.detach().amax(-1, keepdim=True)).exp()
    if mask is not None:
        e = e * mask
    total = e.sum(-1, keepdim=True)
    weights = e / torch.where(total == 0, torch.ones_like(total), total)
    return weights @ v, weights
