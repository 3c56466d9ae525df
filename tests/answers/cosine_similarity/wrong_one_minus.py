# diagnosis: cosine-distance
def cosine_similarity(a, b):
    return 1 - (a * b).sum(-1) / (a.norm(dim=-1) * b.norm(dim=-1))
