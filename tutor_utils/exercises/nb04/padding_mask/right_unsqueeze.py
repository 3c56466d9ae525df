def padding_mask(ids, pad_id):
    return ids.ne(pad_id).unsqueeze(1).unsqueeze(2)
