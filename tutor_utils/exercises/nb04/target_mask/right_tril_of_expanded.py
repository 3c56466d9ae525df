def target_mask(ids, pad_id):
    keep = (ids != pad_id)[:, None, None, :].expand(-1, 1, ids.shape[1], -1)
    return keep.tril()
