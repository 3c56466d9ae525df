"""guard-too-large"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    return dot / (a.norm(dim=-1) * b.norm(dim=-1) + 1e-4)
