"""means-taken-away

The mean of each vector is taken away first. That is Pearson's correlation, another measure.
Try: What is the cosine of (1, 1) and (1, 2), and what do you get?
Hint: Leave the vectors as they are.
"""


def cosine_similarity(a, b):
    a = a - a.mean(dim=-1, keepdim=True)
    b = b - b.mean(dim=-1, keepdim=True)
    return F.cosine_similarity(a, b, dim=-1)
