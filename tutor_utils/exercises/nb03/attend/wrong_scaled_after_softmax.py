"""scaled-after-softmax

You divide by √d_k after the softmax. The weights of a query then no longer add up to 1, and the
softmax itself saw the large scores.
Try: What do the weights of one query add up to? What should be divided: the scores or the weights?
"""


def attend(q, k, v):
    weights = (q @ k.transpose(-2, -1)).softmax(dim=-1) / math.sqrt(q.shape[-1])
    return weights @ v, weights
