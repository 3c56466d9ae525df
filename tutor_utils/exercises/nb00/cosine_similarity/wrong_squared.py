"""lengths-squared

You divided by the squared lengths: a root is missing.
Try: What is the length of (3, 4), and what does your line give for it?
Hint: The length is the root of the sum of squares.
"""


def cosine_similarity(a, b):
    return (a * b).sum(-1) / ((a**2).sum(-1) * (b**2).sum(-1))
