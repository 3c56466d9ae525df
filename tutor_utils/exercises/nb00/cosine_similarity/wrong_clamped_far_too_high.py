"""guard-too-large

Your guard against a division by 0 is so large that it swallows short vectors too: they get a
similarity near 0.
Try: How long are the shortest vectors for which your guard plays no part?
Hint: Guard with the smallest number of the type, torch.finfo(a.dtype).tiny, or with torch.where.
"""


def cosine_similarity(a: Tensor, b: Tensor) -> Tensor:
    dot = (a * b).sum(dim=-1)
    norms = a.norm(dim=-1) * b.norm(dim=-1)
    return dot / norms.clamp(min=1e-6)
