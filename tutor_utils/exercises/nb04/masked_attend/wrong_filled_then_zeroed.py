"""ten-thousand-for-infinity"""


def masked_attend(q, k, v, mask=None):
    scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
    if mask is None:
        weights = scores.softmax(dim=-1)
    else:
        weights = scores.masked_fill(~mask, -10000.0).softmax(dim=-1).masked_fill(~mask, 0.0)
    return weights @ v, weights
