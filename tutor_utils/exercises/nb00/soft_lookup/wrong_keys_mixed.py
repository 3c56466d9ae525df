"""keys-mixed

You mixed the keys. Keys are for finding; what is handed over are the values.
Try: Which tensor do your weights multiply?
Hint: weights @ values
"""


def soft_lookup(query, keys, values):
    scores = keys @ query
    weights = scores.softmax(dim=0)
    value = weights @ keys
    return value, weights
