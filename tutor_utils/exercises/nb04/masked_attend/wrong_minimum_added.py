"""minimum-added

You add the smallest number to the blocked scores. In float16 the smallest number less 40 is -inf, and
where every key is blocked, softmax over nothing but -inf gives NaN.
Try: What is `torch.tensor(-40, dtype=torch.float16) + torch.finfo(torch.float16).min`?
Hint: Put it in their place: `masked_fill(~mask, torch.finfo(scores.dtype).min)`.
"""


def masked_attend(q, k, v, mask=None):
    scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores + (~mask).to(scores.dtype) * torch.finfo(scores.dtype).min
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask
    return weights @ v, weights
