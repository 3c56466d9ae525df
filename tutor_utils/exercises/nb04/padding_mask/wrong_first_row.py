"""one-mask-for-all"""


def padding_mask(ids, pad_id):
    mask = (ids[0] != pad_id).expand_as(ids)
    return mask[:, None, None, :]
