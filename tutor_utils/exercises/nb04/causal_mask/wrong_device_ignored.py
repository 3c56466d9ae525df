"""device-named"""


def causal_mask(length, device=None):
    return torch.ones(length, length, dtype=torch.bool).tril()[None, None]
