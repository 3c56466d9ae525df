"""pad-id-fixed

Id 0 is hidden, whatever `pad_id` says.
Try: What do you compare the ids with? A 0 that should be the argument may also hide in `bool()`.
Hint: Compare with the argument `pad_id`.
Seen: https://github.com/hyunwoongko/transformer/issues/11
"""


def padding_mask(ids, pad_id):
    mask = ids != 0
    return mask[:, None, None, :]
