"""lengths-squared

You divided by the squared lengths: a root is missing.
Try: What is the length of (3, 4), and what does your line give for it?
Hint: The length is the root of the sum of squares.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = (a**2).sum(dim=-1)
    length_b = (b**2).sum(dim=-1)
    lengths = length_a * length_b
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
