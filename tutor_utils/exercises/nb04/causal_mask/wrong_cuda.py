"""device-named"""


def causal_mask(length, device=None):
    mask = torch.ones(length, length, dtype=torch.bool, device="cuda")
    mask = mask.tril()
    return mask[None, None]
