"""wrong-axes-transposed

You count the axes of k from the front. The two that must change places are the last two, however
many stand before them.
Try: Count the axes from the end: which two must change places?
Hint: k.transpose(-2, -1)
"""


def attention_scores(q, k):
    scores = q @ k.transpose(1, 2)
    scores = scores / math.sqrt(q.shape[-1])
    return scores
