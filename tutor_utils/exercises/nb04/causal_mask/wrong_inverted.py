"""mask-inverted

Your mask is the other way round: True where a key is blocked. In this course True means may
attend.
Try: Swap the comparison, or put `~` in front.
"""


def causal_mask(length, device=None):
    return torch.ones(length, length, dtype=torch.bool, device=device).triu(1)[None, None]
