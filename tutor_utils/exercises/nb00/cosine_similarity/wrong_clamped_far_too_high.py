"""guard-too-large

Your guard against a division by 0 is so large that it swallows short vectors too: their similarity
comes out too small.
Try: How long are the shortest vectors for which your guard plays no part?
Hint: Guard with the smallest number of the type, torch.finfo(a.dtype).tiny, or with torch.where.
Fails: short
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.norm(dim=-1)
    length_b = b.norm(dim=-1)
    lengths = length_a * length_b
    return dot / lengths.clamp(min=1e-6)
