"""raw-scores

You mixed the values with raw scores. They are no shares: they do not sum to 1.
Try: What do your weights sum to? Which step belongs between the scores and the sum, and is its
result used?
Hint: Softmax comes first.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query
    weights = scores
    value = weights @ values
    return value, weights
