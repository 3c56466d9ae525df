def padding_mask(ids, pad_id):
    yes = torch.ones_like(ids, dtype=torch.bool)
    return torch.where(ids == pad_id, ~yes, yes).reshape(ids.size(0), 1, 1, -1)
