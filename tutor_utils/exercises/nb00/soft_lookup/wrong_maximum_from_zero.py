"""maximum-from-zero

Your running maximum begins at 0. Where all scores are far below 0, every `exp` is 0, and 0/0 is NaN.
Try: Scores -200 and -201: which maximum do you subtract?
Hint: Begin with the first score, or with `-torch.inf`.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query
    e = (scores - scores.max().clamp(min=0)).exp()
    weights = e / e.sum()
    return weights @ values, weights
