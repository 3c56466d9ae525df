# diagnosis: nothing-blocked
def causal_mask(length, device=None):
    return torch.ones(1, 1, length, length, dtype=torch.bool, device=device)
