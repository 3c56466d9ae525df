# diagnosis: axes-missing
def target_mask(ids, pad_id):
    L = ids.shape[1]
    return (ids != pad_id)[:, None, :] & causal_mask(L, ids.device)[0]
