# diagnosis: pad-queries-blocked
def target_mask(ids, pad_id):
    real = ids != pad_id
    L = ids.shape[1]
    causal = torch.ones(L, L, dtype=torch.bool, device=ids.device).tril()
    return causal & real[:, None, :, None] & real[:, None, None, :]
