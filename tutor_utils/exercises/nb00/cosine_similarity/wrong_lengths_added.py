"""lengths-added

You divided by the sum of the two lengths. The dot product grows with each of them, so it is
divided by their product.
Try: Make both vectors twice as long. By how much does the dot product grow, and by how much does
your divisor?
Hint: Multiply the two lengths.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.norm(dim=-1)
    length_b = b.norm(dim=-1)
    lengths = length_a + length_b
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
