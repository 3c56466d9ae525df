"""device-named"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    past = causal_mask(ids.shape[1], "cuda")
    return keys & past
