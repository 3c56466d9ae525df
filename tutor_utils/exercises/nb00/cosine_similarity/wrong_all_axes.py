"""wrong-axis

You summed over another axis than the features.
Try: Which axis holds the features of one vector? Look at `dim`.
Hint: The features are the last axis: dim=-1.
"""


def cosine_similarity(a, b):
    return (a * b).sum() / (a.norm() * b.norm())
