# diagnosis: pad-id-fixed
def target_mask(ids, pad_id):
    return padding_mask(ids, 0) & causal_mask(ids.shape[1], ids.device)
