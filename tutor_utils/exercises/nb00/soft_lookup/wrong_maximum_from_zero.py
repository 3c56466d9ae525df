"""maximum-from-zero

What you subtract from the scores is never below 0. Where all scores are far below 0, every `exp` is
0, and 0/0 is NaN.
Try: Scores -200 and -201: what do you subtract from them?
Hint: Subtract the largest score also where it is negative. A running maximum begins with the first
score, or with `-torch.inf`.
"""


def soft_lookup(query, keys, values):
    scores = keys @ query
    e = (scores - scores.max().clamp(min=0)).exp()
    weights = e / e.sum()
    return weights @ values, weights
