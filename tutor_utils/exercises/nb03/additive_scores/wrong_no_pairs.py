"""no-pairs

Query i meets key i only. Every query should meet every key, so an axis must be added to both.
Try: Each query must meet each key. Which axis of size 1 does each of the two need, and where?
Hint: [:, :, None] and [:, None].
Raises: size of tensor a|must match
"""


def additive_scores(q, k, w_q, w_k, v):
    return torch.tanh(w_q(q) + w_k(k)) @ v
