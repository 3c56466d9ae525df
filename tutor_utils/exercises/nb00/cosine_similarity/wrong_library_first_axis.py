"""wrong-axis

You compared along the first axis. It counts the vectors; the features of one vector are the last
axis.
Try: Which axis holds the features of one vector? Look at `dim`.
Hint: dim=-1
"""


def cosine_similarity(a, b):
    return F.cosine_similarity(a, b, dim=0)
