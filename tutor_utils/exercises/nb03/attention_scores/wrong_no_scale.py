"""no-scale

The scores are not divided by √d_k. The wider the keys, the larger they grow, until the softmax
puts all weight on one key.
Try: Look at what follows the product of q and k, and whether its result is kept.
Hint: / math.sqrt(q.shape[-1])
Seen: https://github.com/delzac/cntkx/issues/10
"""


def attention_scores(q, k):
    scores = q @ k.transpose(-2, -1)
    return scores
