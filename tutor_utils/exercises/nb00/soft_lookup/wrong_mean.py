"""mean-for-sum

Your scores are the dot products divided by d: a mean stands where the dot product takes the sum.
Try: What is the dot product of (1, 1) and (1, 1), and what is your score?
Hint: keys @ query
"""


def soft_lookup(query, keys, values):
    weights = (keys * query).mean(dim=-1).softmax(dim=0)
    return weights @ values, weights
