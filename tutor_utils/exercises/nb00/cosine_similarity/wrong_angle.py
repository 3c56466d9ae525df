"""angle

This is the angle between the two vectors. Its cosine is asked for.
Try: What should two equal vectors give, 0 or 1?
Hint: Leave out the `acos`.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.norm(dim=-1)
    length_b = b.norm(dim=-1)
    lengths = length_a * length_b
    return torch.acos(dot / lengths)
