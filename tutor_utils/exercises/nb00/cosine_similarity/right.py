# --- functional_normalize
def cosine_similarity(a, b):
    return (F.normalize(a, dim=-1) * F.normalize(b, dim=-1)).sum(dim=-1)


# --- guard_of_1e_6
def cosine_similarity(a, b):
    lengths = a.norm(dim=-1) * b.norm(dim=-1)
    return (a * b).sum(dim=-1) / lengths.clamp(min=1e-6)


# --- library
def cosine_similarity(a, b):
    return F.cosine_similarity(a, b, dim=-1)


# --- nan_to_num
def cosine_similarity(a, b):
    return torch.nan_to_num((a * b).sum(-1) / torch.linalg.vector_norm(a, dim=-1) / torch.linalg.vector_norm(b, dim=-1))


# --- usual
def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.norm(dim=-1)
    length_b = b.norm(dim=-1)
    lengths = length_a * length_b
    return dot / lengths.clamp_min(1e-12)
