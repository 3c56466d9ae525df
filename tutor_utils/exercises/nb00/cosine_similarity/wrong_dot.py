"""plain-dot-product

This is the dot product. Long vectors win, wherever they point.
Try: Make one of the two vectors ten times as long. Should the answer change?
Hint: Divide by both lengths.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.norm(dim=-1)
    length_b = b.norm(dim=-1)
    lengths = length_a * length_b
    return dot
