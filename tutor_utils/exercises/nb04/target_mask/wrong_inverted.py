"""mask-inverted

Your mask is the other way round: True where a key is blocked. In this course True means may
attend.
Try: Swap the comparison, or put `~` in front.
"""


def target_mask(ids, pad_id):
    return ~(padding_mask(ids, pad_id) & causal_mask(ids.shape[1], ids.device))
