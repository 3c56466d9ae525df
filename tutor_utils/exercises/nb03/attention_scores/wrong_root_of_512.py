"""root-fixed

You divided by √512, the root of the paper's d_model. The width of these keys counts, d_k, whatever
it is.
Try: Which axis of q tells how wide it is?
Hint: / math.sqrt(q.shape[-1])
"""


def attention_scores(q, k):
    scores = q @ k.transpose(-2, -1)
    scores = scores / math.sqrt(512)
    return scores
