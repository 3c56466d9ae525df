"""scores-returned

You returned the scores and not the weights.
Try: Which of your variables sums to 1 in each row?
Hint: Return what comes out of the softmax.
Seen: https://github.com/idiap/fast-transformers/issues/131
"""


def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    output = weights @ v
    return output, scores
