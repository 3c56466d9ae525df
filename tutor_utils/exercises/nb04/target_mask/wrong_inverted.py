"""mask-inverted

Your mask is the other way round: True where a key is blocked. In this course True means may
attend.
Try: What does True mean in this course, and which cells get it in your mask?
Hint: Take the `~` away, or put one before the whole where you have joined what is blocked.
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    past = causal_mask(ids.shape[1], ids.device)
    return ~(keys & past)
