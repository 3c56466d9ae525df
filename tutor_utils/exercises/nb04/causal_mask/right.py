# --- arange_compare
def causal_mask(length, device=None):
    i = torch.arange(length, device=device)
    return (i[None, :] <= i[:, None])[None, None]


# --- usual
def causal_mask(length, device=None):
    mask = torch.ones(length, length, dtype=torch.bool, device=device)
    mask = mask.tril()
    return mask[None, None]
