"""plain-dot-product

This is the dot product. Long vectors win, wherever they point.
Try: Make one of the two vectors ten times as long. Should the answer change?
Hint: Divide by both lengths.
"""


def cosine_similarity(a, b):
    return (a * b).sum(-1)
