"""mask-inverted

Your mask is the other way round: True where a key is blocked. In this course True means may
attend.
Try: What does True mean in this course? May query 0 see key 1 in your mask?
Hint: The lower triangle is True, with the diagonal: `tril()`.
Seen: https://github.com/wfondrie/depthcharge/pull/38
"""


def causal_mask(length, device=None):
    mask = torch.ones(length, length, dtype=torch.bool, device=device)
    mask = mask.triu(1)
    return mask[None, None]
