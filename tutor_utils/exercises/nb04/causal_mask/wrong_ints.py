"""another-number-type"""


def causal_mask(length, device=None):
    return torch.ones(length, length, dtype=torch.long, device=device).tril()[None, None]
