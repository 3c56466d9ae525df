"""wrong-axis

You summed over all axes at once, so all vectors together gave one number. Each pair of vectors has
a number of its own.
Try: Over which axes does `sum` go where no `dim` is given?
Hint: The features are the last axis: dim=-1.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum()
    length_a = a.norm()
    length_b = b.norm()
    lengths = length_a * length_b
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
