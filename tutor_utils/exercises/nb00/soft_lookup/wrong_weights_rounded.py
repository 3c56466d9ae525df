"""weights-rounded

You round the weights. They need not sum to 1 any more, and no gradient gets through `round`.
Try: What is the sum of your weights for three equal scores?
Hint: Round only what you print.
"""


def soft_lookup(query, keys, values):
    weights = (keys @ query).softmax(dim=0).round(decimals=2)
    return weights @ values, weights
