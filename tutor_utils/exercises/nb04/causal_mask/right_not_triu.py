def causal_mask(length, device=None):
    return ~torch.triu(torch.ones(1, 1, length, length, device=device), diagonal=1).bool()
