"""one-length-missing

You divided by one of the two lengths.
Try: Make each of the two vectors ten times as long in turn. For which one does the answer change?
Hint: Divide by both.
"""


def cosine_similarity(a, b):
    return (a * b).sum(-1) / a.norm(dim=-1)
