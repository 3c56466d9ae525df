def target_mask(ids, pad_id):
    return padding_mask(ids, pad_id) & causal_mask(ids.shape[1], ids.device)
