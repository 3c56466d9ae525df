"""one-vector-normalised

You brought each key to length 1 first. In a plain dot product its length counts: a longer key is
found more easily.
Try: Look at the keys between the `def` line and the scores.
Hint: keys @ query
"""


def soft_lookup(query, keys, values):
    scores = F.normalize(keys, dim=-1) @ query
    weights = scores.softmax(dim=0)
    value = weights @ values
    return value, weights
