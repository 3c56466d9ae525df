# diagnosis: diagonal-across
def causal_mask(length, device=None):
    mask = torch.ones(length, length, dtype=torch.bool, device=device).tril()
    return mask.flip(-1)[None, None]
