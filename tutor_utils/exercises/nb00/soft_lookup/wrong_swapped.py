"""results-swapped

Value and weights come in the wrong order.
Try: Compare the order in your `return` line with the docstring.
Hint: Return the value first.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query
    weights = scores.softmax(dim=0)
    value = weights @ values
    return weights, value
