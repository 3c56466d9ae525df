"""distance

This is the distance between the tips. Close vectors get a small number.
Try: What should two equal vectors give, 0 or 1?
Hint: Use the dot product.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.norm(dim=-1)
    length_b = b.norm(dim=-1)
    lengths = length_a * length_b
    return (a - b).norm(dim=-1)
