# diagnosis: padding-forgotten
def target_mask(ids, pad_id):
    return causal_mask(ids.shape[1], ids.device).expand(len(ids), 1, -1, -1)
