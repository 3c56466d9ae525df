"""blocked-row-nan-gradient

Where every key is blocked your output is right, but its gradient is not finite: something was
divided by 0 on the way, or by almost 0, and to repair the result afterwards does not repair the
gradient. It runs backward into all weights.
Try: Where is a division in that row? A softmax over nothing but -inf divides 0 by 0.
Hint: Fill with `torch.finfo(scores.dtype).min`, which is finite, softmax, then set blocked weights
to 0.
"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is None:
        mask = torch.ones_like(scores, dtype=torch.bool)
    least = torch.finfo(scores.dtype).min
    largest = scores.detach().masked_fill(~mask, least).amax(-1, keepdim=True)
    shares = ((scores - largest) * mask).exp() * mask
    weights = (shares / shares.sum(-1, keepdim=True)).nan_to_num()
    return weights @ v, weights
