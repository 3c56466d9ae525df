"""not-a-softmax

The scores are divided by their sum. Negative scores then give negative shares.
Try: What happens in your formula to a negative score?
Hint: Use softmax.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query
    weights = scores / scores.sum()
    value = weights @ values
    return value, weights
