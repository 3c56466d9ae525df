"""ten-thousand-for-infinity

You take a fixed number such as -10,000 for minus infinity. Scores can be lower still: an open key
with such a score gets less weight than a blocked one.
Try: The open key has the score -20,000 and the blocked one 20,000. Which of them is larger after your line?
Hint: `masked_fill(~mask, torch.finfo(scores.dtype).min)`
Seen: https://github.com/hyunwoongko/transformer/pull/40
"""


def masked_attend(q, k, v, mask=None):
    scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores + (1.0 - mask.to(scores.dtype)) * -10000.0
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask.any(dim=-1, keepdim=True)
    return weights @ v, weights
