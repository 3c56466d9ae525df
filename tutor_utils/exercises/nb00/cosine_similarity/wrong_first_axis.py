"""wrong-axis"""


def cosine_similarity(a, b):
    return (a * b).sum(0) / (a.norm(dim=0) * b.norm(dim=0))
