"""one-mask-for-all"""


def padding_mask(ids, pad_id):
    mask = ids[:1] != pad_id
    return mask[:, None, None, :]
