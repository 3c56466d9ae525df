"""hard-choice

You opened only the best entry. That is a hard lookup: it has no gradient, so nothing can be
learned from it.
Try: Which keys have a say in your answer: all of them, or one?
Hint: Use softmax, not argmax.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query
    weights = F.one_hot(scores.argmax(), len(scores)).to(scores.dtype)
    value = weights @ values
    return value, weights
