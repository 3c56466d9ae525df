"""root-of-the-length

You divided by the root of the number of queries. The width of the keys counts.
Try: d_k is the last axis of q and k.
"""


def attention_scores(q, k):
    scores = q @ k.transpose(-2, -1)
    scores = scores / math.sqrt(q.shape[-2])
    return scores
