def padding_mask(ids, pad_id):
    B, L = ids.shape
    return ~(ids == pad_id).view(B, 1, 1, L)
