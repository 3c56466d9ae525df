def causal_mask(length, device=None):
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()[None, None]
