"""softmax-twice

Your scores went through softmax twice. The second one makes the shares nearly equal.
Try: Count the calls of softmax between the scores and the weights.
Hint: One softmax is enough.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query
    weights = scores.softmax(dim=0).softmax(dim=0)
    value = weights @ values
    return value, weights
