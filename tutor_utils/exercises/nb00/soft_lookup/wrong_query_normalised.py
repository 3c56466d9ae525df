"""one-vector-normalised

The length of the query was divided out. In a plain dot product it counts: a longer query chooses
more sharply.
Try: Look for a `normalize`, or a division by a length, before the scores or behind them.
Hint: keys @ query
"""


def soft_lookup(query, keys, values):
    scores = keys @ (query / query.norm())
    weights = scores.softmax(dim=0)
    value = weights @ values
    return value, weights
