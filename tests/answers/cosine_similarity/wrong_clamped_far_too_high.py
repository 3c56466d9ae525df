# diagnosis: guard-too-large
def cosine_similarity(a: Tensor, b: Tensor) -> Tensor:
    dot = (a * b).sum(dim=-1)
    norms = a.norm(dim=-1) * b.norm(dim=-1)
    return dot / norms.clamp(min=1e-6)
