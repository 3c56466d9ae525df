# diagnosis: one-mask-for-all
def padding_mask(ids, pad_id):
    return (ids != pad_id).all(dim=0, keepdim=True)[:, None, None, :].expand(len(ids), 1, 1, -1)
