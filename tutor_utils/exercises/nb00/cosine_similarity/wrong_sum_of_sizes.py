"""length-without-squares

You took the sum of the sizes of the features as the length. The length is the root of the sum of
their squares.
Try: What is the length of (3, 4): 7, or 5?
Hint: `a.norm(dim=-1)`
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.abs().sum(dim=-1)
    length_b = b.abs().sum(dim=-1)
    lengths = length_a * length_b
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
