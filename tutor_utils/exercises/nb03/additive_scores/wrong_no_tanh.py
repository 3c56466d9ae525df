"""no-tanh

The tanh is missing. Without it the sum falls apart, and the key's share is the same for every
query.
Try: What stands round the sum in the formula?
Hint: tanh stands around the sum.
"""


def additive_scores(q, k, w_q, w_k, v):
    queries = w_q(q)[:, :, None]
    keys = w_k(k)[:, None]
    hidden = queries + keys
    scores = hidden @ v
    return scores
