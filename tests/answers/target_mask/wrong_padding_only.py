# diagnosis: future-visible
def target_mask(ids, pad_id):
    return padding_mask(ids, pad_id)
