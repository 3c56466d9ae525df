"""values-compared

The query was compared with the values. Keys are for finding, values for reading.
Try: Which tensor does the query meet: the keys or the values?
Hint: keys @ query
"""


def soft_lookup(query, keys, values):
    scores = values @ query
    weights = scores.softmax(dim=0)
    value = weights @ values
    return value, weights
