"""hard-choice

You opened only the best entry. That is a hard lookup: its choice has no gradient, so queries and
keys could not learn.
Try: How many keys count in your answer: all of them, or one?
Hint: Let softmax make the weights.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query
    weights = F.one_hot(scores.argmax(), len(scores)).to(scores.dtype)
    value = weights @ values
    return value, weights
