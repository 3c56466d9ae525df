"""sign-turned-round

Your result has the other sign: vectors that point the same way get -1. Keras' loss of this name does so,
because a loss is made small; the similarity itself is 1 for them.
Try: What does your code give for a vector and itself?
Hint: Leave out the minus sign.
"""


def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    lengths = a.norm(dim=-1) * b.norm(dim=-1)
    return -torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
