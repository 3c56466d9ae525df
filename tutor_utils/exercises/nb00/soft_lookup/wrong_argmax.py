"""hard-choice

You opened only the best entry. That is a hard lookup: it has no gradient, so nothing can be
learned from it.
Try: Which keys have a say in your answer: all of them, or one?
Hint: Use softmax, not argmax.
"""


def soft_lookup(query, keys, values):
    s = keys @ query
    w = F.one_hot(s.argmax(), len(s)).to(s.dtype)
    return w @ values, w
