"""wrong-axis

Your code works along axis 1, as many functions of the library do where no `dim` is given. The
features are the last axis, which is axis 1 only of a matrix.
Try: Which `dim` does each call of yours get? Along which axis does `F.cosine_similarity` work if
you say nothing?
Hint: dim=-1
"""


def cosine_similarity(a, b):
    return F.cosine_similarity(a, b)
