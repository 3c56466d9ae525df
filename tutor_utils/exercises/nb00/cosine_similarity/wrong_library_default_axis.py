"""wrong-axis

Where no `dim` is given, the library's function works along axis 1. The features are the last axis,
which is axis 1 only of a matrix.
Try: Along which axis does `F.cosine_similarity` work if you say nothing?
Hint: dim=-1
"""


def cosine_similarity(a, b):
    return F.cosine_similarity(a, b)
