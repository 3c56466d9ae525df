def padding_mask(ids, pad_id):
    return (ids != pad_id)[:, None, None, :]
