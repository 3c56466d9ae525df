"""queries-and-keys-swapped

Your table has keys down and queries across.
Try: Which of the two stands on the left of your product? The rows of the table come from there.
Hint: q @ k.transpose(-2, -1)
"""


def attention_scores(q, k):
    scores = k @ q.transpose(-2, -1)
    scores = scores / math.sqrt(q.shape[-1])
    return scores
