def causal_mask(length, device=None):
    mask = torch.ones(length, length, dtype=torch.bool, device=device)
    mask = mask.tril()
    return mask[None, None]
