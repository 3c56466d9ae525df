def padding_mask(ids, pad_id):
    B, L = ids.shape
    return torch.logical_not(torch.eq(ids, pad_id)).reshape(B, 1, 1, L)
