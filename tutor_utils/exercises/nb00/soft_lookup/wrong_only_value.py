"""one-value-for-several"""


def soft_lookup(query, keys, values):
    scores = keys @ query
    weights = scores.softmax(dim=0)
    value = weights @ values
    return value
