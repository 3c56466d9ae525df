"""softmax-over-one

Your softmax runs along an axis of size 1. A share among one is 1, so every weight is 1.
Try: Print the shape of your scores. Along which axis do the keys lie?
Hint: Take the softmax along the axis of size n: for the shape (n, 1), `dim=0`.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query[:, None]  # (n, 1)
    weights = scores.softmax(dim=-1).squeeze(-1)
    return weights @ values, weights
