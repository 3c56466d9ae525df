"""heads-averaged

You took the mean of the heads. What each head found is lost in it, and the result is only d_k
wide.
Try: Nothing is added here. The numbers only move.
"""


def merge_heads(x):
    return x.mean(dim=1)
