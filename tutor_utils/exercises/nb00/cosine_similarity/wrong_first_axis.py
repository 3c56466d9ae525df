"""wrong-axis

You summed over the first axis. It counts the vectors; the features of one vector are the last
axis.
Try: Which axis holds the features of one vector? Look at `dim`.
Hint: The features are the last axis: dim=-1.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=0)
    length_a = a.norm(dim=0)
    length_b = b.norm(dim=0)
    lengths = length_a * length_b
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
