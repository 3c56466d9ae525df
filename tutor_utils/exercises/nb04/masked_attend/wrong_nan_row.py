"""blocked-row-nan

Where every key is blocked the softmax divides 0 by 0: NaN. One such row spoils the loss of the
whole batch.
Try: What does the softmax of that row divide by? What could you fill with instead, and which
weights must you then set to 0?
Hint: Fill with torch.finfo(scores.dtype).min, softmax, then set blocked weights to 0.
Seen: https://github.com/jadore801120/attention-is-all-you-need-pytorch/issues/5
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(-1)
    output = weights @ v
    return output, weights
