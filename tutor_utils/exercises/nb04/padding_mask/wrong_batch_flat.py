"""one-mask-for-all

All sentences get the same mask. Each has pads of its own.
Try: Keep the batch axis: nothing is to be summed or joined over it.
"""


def padding_mask(ids, pad_id):
    mask = (ids != pad_id).all(dim=0).expand_as(ids)
    return mask[:, None, None, :]
