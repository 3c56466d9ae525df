# diagnosis: pad-id-fixed
def padding_mask(ids, pad_id):
    return (ids != 0)[:, None, None, :]
