"""one-mask-for-all

All sentences get the same mask. Each has pads of its own.
Try: Does your code look at one row alone, or join all rows? Keep the batch axis.
"""


def padding_mask(ids, pad_id):
    mask = (ids != pad_id).all(dim=0).expand_as(ids)
    return mask[:, None, None, :]
