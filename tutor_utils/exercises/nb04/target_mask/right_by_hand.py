def target_mask(ids, pad_id):
    L = ids.size(1)
    causal = torch.tril(torch.ones(L, L, dtype=torch.bool, device=ids.device))
    return (causal[None] & (ids != pad_id)[:, None, :]).unsqueeze(1)
