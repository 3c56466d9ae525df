# diagnosis: past-and-future-swapped
def causal_mask(length, device=None):
    return torch.ones(length, length, dtype=torch.bool, device=device).triu()[None, None]
