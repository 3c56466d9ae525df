"""mask-inverted

Your mask is the other way round: True where a key is blocked. In this course True means may
attend.
Try: Swap the comparison, or put `~` in front.
Hint: ids != pad_id
"""


def padding_mask(ids, pad_id):
    return (ids == pad_id)[:, None, None, :]
