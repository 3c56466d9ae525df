"""results-swapped

Value and weights come in the wrong order.
Try: Compare the order in your `return` line with the docstring.
Hint: Return the value first.
"""


def soft_lookup(query, keys, values):
    w = (keys @ query).softmax(0)
    return w, w @ values
