"""one-length-missing

You divided by one of the two lengths.
Try: Make each of the two vectors ten times as long in turn. For which one does the answer change?
Hint: Divide by both.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    length_a = a.norm(dim=-1)
    length_b = b.norm(dim=-1)
    lengths = length_a
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
