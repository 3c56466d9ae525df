# diagnosis: one-length-for-all
def cosine_similarity(a, b):
    a = a / a.norm().clamp(min=1e-12)
    b = b / b.norm().clamp(min=1e-12)
    return (a * b).sum(-1)
