"""mask-inverted

Your mask is the other way round: True where a key is blocked. In this course True means may
attend.
Try: What does True mean in this course, and which ids get it in your mask?
Hint: ids != pad_id
Seen: https://github.com/wfondrie/depthcharge/pull/38
"""


def padding_mask(ids, pad_id):
    mask = ids == pad_id
    return mask[:, None, None, :]
