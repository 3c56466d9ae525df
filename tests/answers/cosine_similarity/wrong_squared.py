# diagnosis: lengths-squared
def cosine_similarity(a, b):
    return (a * b).sum(-1) / ((a**2).sum(-1) * (b**2).sum(-1))
