"""exp-overflows

For large scores `exp` gives infinity, and infinity by infinity is NaN.
Try: What is `exp` of a score of 1000? What could you take away from all scores without changing
the softmax?
Hint: Use `softmax`, or subtract the largest score first.
"""


def soft_lookup(query, keys, values):
    e = (keys @ query).exp()
    w = e / e.sum()
    return w @ values, w
