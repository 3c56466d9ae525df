"""guard-too-large"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.norm(dim=-1)
    length_b = b.norm(dim=-1)
    lengths = length_a * length_b
    return dot / (lengths + 1e-2)
