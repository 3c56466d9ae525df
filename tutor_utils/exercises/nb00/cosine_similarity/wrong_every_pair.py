"""every-pair

Every vector of a is compared with every vector of b, as a matrix product does it. Here each is
compared with its partner.
Try: How many numbers should 4 pairs of vectors give?
Hint: Multiply element by element and sum over the last axis.
"""


def cosine_similarity(a, b):
    dot = a @ b.mT if b.dim() > 1 else a @ b
    length_a = a.norm(dim=-1)
    length_b = b.norm(dim=-1)
    lengths = length_a * length_b
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
