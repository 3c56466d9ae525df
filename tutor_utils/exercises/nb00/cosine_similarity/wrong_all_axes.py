"""wrong-axis

Your sums run over all axes at once, so all vectors together gave one number. Each pair of vectors
has a number of its own.
Try: Over which axes do your sums and lengths run? Where no `dim` is given, over all.
Hint: The features are the last axis: dim=-1.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum()
    length_a = a.norm()
    length_b = b.norm()
    lengths = length_a * length_b
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
