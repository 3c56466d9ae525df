"""mask-on-queries"""


def target_mask(ids, pad_id):
    return (ids != pad_id)[:, None, :, None] & causal_mask(ids.shape[1], ids.device)
