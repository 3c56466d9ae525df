"""distance

This is the distance between the tips. Close vectors get a small number.
Try: What should two equal vectors give, 0 or 1?
Hint: Use the dot product.
"""


def cosine_similarity(a, b):
    return (a - b).norm(dim=-1)
