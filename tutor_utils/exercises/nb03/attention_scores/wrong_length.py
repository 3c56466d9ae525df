"""root-of-the-length

You divided by the root of the number of tokens. You may read so beside a table of 7 x 7, but the
width of the keys counts, not the length of the sentence.
Try: d_k is the last axis of q and k.
"""


def attention_scores(q, k):
    scores = q @ k.transpose(-2, -1)
    scores = scores / math.sqrt(k.shape[-2])
    return scores
