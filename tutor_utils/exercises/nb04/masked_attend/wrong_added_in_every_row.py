"""blocked-row-read

Where every key is blocked, your row reads as if nothing were blocked. So it goes where a large
negative number is added to all scores of a row: their differences stay.
Try: What are the weights of that row after your masking, and what should they be?
Hint: weights.masked_fill(~mask, 0.0)
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores + (~mask).to(scores.dtype) * -1e4
    weights = scores.softmax(-1)
    output = weights @ v
    return output, weights
