"""made-for-one-size"""


TABLE = torch.ones(512, 512, dtype=torch.bool).tril()


def causal_mask(length, device=None):
    mask = TABLE[None, None, :length, :length].clone()
    return mask.to(device or torch.get_default_device())
