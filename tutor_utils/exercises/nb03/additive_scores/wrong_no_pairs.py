"""no-pairs

Query i meets key i only. Every query should meet every key, so an axis must be added to both.
Try: Each query must meet each key. Which axis of size 1 does each of the two need, and where?
Hint: [:, :, None] and [:, None].
Raises: tensor a .(3. must match the size of tensor b .4|4. must match the size of tensor b .3).
"""


def additive_scores(q, k, w_q, w_k, v):
    queries = w_q(q)
    keys = w_k(k)
    hidden = torch.tanh(queries + keys)
    scores = hidden @ v
    return scores
