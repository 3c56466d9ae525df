"""future-visible"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    return keys.expand(-1, -1, ids.shape[1], -1)
