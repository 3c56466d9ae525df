# diagnosis: plain-dot-product
def cosine_similarity(a, b):
    return (a * b).sum(-1)
