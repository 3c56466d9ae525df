"""zero-gives-nan

A zero vector has length 0, and 0/0 is NaN. One pad would spoil a whole batch.
Try: What do you divide by when one vector is all zeros?
Hint: torch.where, or clamp_min on the lengths
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.norm(dim=-1)
    length_b = b.norm(dim=-1)
    lengths = length_a * length_b
    return dot / lengths
