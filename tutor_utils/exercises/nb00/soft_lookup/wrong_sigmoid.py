"""not-a-softmax

A sigmoid gives each key a share by itself. Together such shares do not sum to 1.
Try: What do your weights sum to?
Hint: Use softmax.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query
    weights = scores.sigmoid()
    value = weights @ values
    return value, weights
