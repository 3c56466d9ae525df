"""lengths-squared

In total you divide by the squares of both lengths: a root is missing, or you divide by the lengths
twice.
Try: What is the length of (3, 4) in your code, and how often do you divide by it?
Hint: The length is the root of the sum of squares. Divide by each of the two once.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = (a**2).sum(dim=-1)
    length_b = (b**2).sum(dim=-1)
    lengths = length_a * length_b
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
