def cosine_similarity(a, b):
    lengths = a.norm(dim=-1) * b.norm(dim=-1)
    return (a * b).sum(dim=-1) / lengths.clamp(min=1e-6)
