"""root-fixed

You divided by 8, the root of the paper's d_k = 64. The width of these keys counts, whatever it is.
Try: Which axis of q tells how wide it is?
Hint: / math.sqrt(q.shape[-1])
"""


def attention_scores(q, k):
    scores = q @ k.transpose(-2, -1)
    scores = scores / math.sqrt(64)
    return scores
