def target_mask(ids, pad_id):
    B, L = ids.shape
    place = torch.arange(L, device=ids.device)
    before = place.view(1, L) <= place.view(L, 1)
    real = ids.ne(pad_id).view(B, 1, 1, L)
    return torch.where(real, before.view(1, 1, L, L), torch.zeros_like(before)[None, None])
