"""one-length-for-all"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.norm()
    length_b = b.norm(dim=-1)
    lengths = length_a * length_b
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
