"""or-for-and

A key is open in your mask if one of the two conditions allows it. Both must.
Try: Must one of the two conditions hold, or both? Do you join what is open, or what is blocked?
Hint: What is open is joined with `&`, what is blocked with `|`.
Seen: https://github.com/keras-team/keras-io/pull/1046
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    past = causal_mask(ids.shape[1], ids.device)
    return keys | past
