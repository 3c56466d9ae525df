"""scores-returned

The value is right, but you returned the scores and not the weights.
Try: Look at the `return` line: which of your variables sums to 1?
Hint: Return what comes out of the softmax.
"""


def soft_lookup(query, keys, values):
    s = keys @ query
    return s.softmax(0) @ values, s
