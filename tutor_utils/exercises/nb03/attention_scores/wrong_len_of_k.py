"""root-of-the-length

You divided by the root of `len(k)`. That is the number of keys, or that of sentences where a batch
stands in front. The width of the keys counts.
Try: d_k is the last axis of q and k.
"""


def attention_scores(q, k):
    scores = q @ k.transpose(-2, -1)
    scores = scores / math.sqrt(len(k))
    return scores
