"""scores-returned

You returned the scores and not the weights.
Try: Which of your variables sums to 1 in each row?
Hint: Return what comes out of the softmax.
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    output = weights @ v
    return output, scores
