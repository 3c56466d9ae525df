"""or-for-and

You joined the two with `|`: a key is open if one of them allows it. Both must.
Try: How do you join the two conditions: must one of them hold, or both?
Hint: Use `&`.
Seen: https://github.com/keras-team/keras-io/pull/1046
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    past = causal_mask(ids.shape[1], ids.device)
    return keys | past
