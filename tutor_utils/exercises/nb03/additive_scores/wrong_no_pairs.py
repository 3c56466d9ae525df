"""no-pairs

Query i meets key i only. Every query should meet every key, so each of the two needs an axis of
size 1, and not at the same place.
Try: Which axis counts the queries in the result, and which the keys? Where does each of the two
need an axis of size 1?
Hint: [:, :, None] and [:, None].
Raises: tensor a .(3. must match the size of tensor b .4|4. must match the size of tensor b .3).
"""


def additive_scores(q, k, w_q, w_k, v):
    queries = w_q(q)
    keys = w_k(k)
    hidden = torch.tanh(queries + keys)
    scores = hidden @ v
    return scores
