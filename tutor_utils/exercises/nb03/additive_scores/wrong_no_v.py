"""v-forgotten

The features were summed, but not weighted with v.
Try: What makes one number out of the features of a pair?
Hint: @ v
"""


def additive_scores(q, k, w_q, w_k, v):
    queries = w_q(q)[:, :, None]
    keys = w_k(k)[:, None]
    hidden = torch.tanh(queries + keys)
    scores = hidden.sum(-1)
    return scores
