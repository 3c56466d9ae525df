"""cosine-distance

This is 1 minus the cosine: a distance.
Try: What should two equal vectors give, 0 or 1?
Hint: Leave out the 1 minus.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.norm(dim=-1)
    length_b = b.norm(dim=-1)
    lengths = length_a * length_b
    return 1 - torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
