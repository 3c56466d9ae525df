# --- not_or
def target_mask(ids, pad_id):
    L = ids.size(1)
    future = torch.ones(L, L, dtype=torch.bool, device=ids.device).triu(1)
    return ~(future | (ids == pad_id)[:, None, None, :])


# --- usual
def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    past = causal_mask(ids.shape[1], ids.device)
    return keys & past
