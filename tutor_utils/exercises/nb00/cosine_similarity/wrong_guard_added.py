"""guard-too-large

The number that you add to the lengths, against a division by 0, is so large that every similarity
comes out too small.
Try: How large are your lengths beside the number that you add?
Hint: Add 1e-8, or use torch.where.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    lengths = a.norm(dim=-1) * b.norm(dim=-1)
    return dot / (lengths + 1e-2)
