"""heads-summed

You added the heads. What each head found is lost in the sum, and the result is only d_k wide.
Try: Nothing is added here. The numbers only move.
"""


def merge_heads(x):
    return x.sum(dim=1)
