"""shared-out-after-softmax

You weigh all keys against each other, the blocked ones too, and share out afterwards what is left
for the open ones. A blocked key far above them leaves nothing to share. (A constant such as 1e-9 in
the divisor does not help: in float16 it is 0.)
Try: Give a blocked key the score 100 and an open one 0: what do your weights sum to?
Hint: Fill with torch.finfo(scores.dtype).min, softmax, then set blocked weights to 0.
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / (weights.sum(-1, keepdim=True) + 1e-9)
    output = weights @ v
    return output, weights
