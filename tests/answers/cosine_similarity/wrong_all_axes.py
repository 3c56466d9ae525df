# diagnosis: wrong-axis
def cosine_similarity(a, b):
    return (a * b).sum() / (a.norm() * b.norm())
