"""one-length-missing"""


def cosine_similarity(a, b):
    return (a * b).sum(-1) / b.norm(dim=-1)
