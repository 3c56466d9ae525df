def padding_mask(ids, pad_id):
    mask = ids != pad_id
    return mask[:, None, None, :]
