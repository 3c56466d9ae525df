"""queries-and-keys-swapped

Your table has keys down and queries across.
Try: q stands on the left of the product.
"""


def attention_scores(q, k):
    return k @ q.transpose(-2, -1) / math.sqrt(q.shape[-1])
