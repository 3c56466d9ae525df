"""cosine-distance

This is 1 minus the cosine: a distance.
Try: What should two equal vectors give, 0 or 1?
Hint: Leave out the 1 minus.
"""


def cosine_similarity(a, b):
    return 1 - (a * b).sum(-1) / (a.norm(dim=-1) * b.norm(dim=-1))
