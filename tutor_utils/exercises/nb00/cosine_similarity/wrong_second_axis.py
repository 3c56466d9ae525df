"""wrong-axis

Your code works along axis 1. Two single vectors have only axis 0, and a batch of batches has its
features on axis 2.
Try: Which axis holds the features, however many axes stand before it?
Hint: Count from the end: dim=-1.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=1)
    length_a = a.norm(dim=1)
    length_b = b.norm(dim=1)
    lengths = length_a * length_b
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
