"""diagonal-across

Your triangle leans to the other side: its edge runs from the top right to the bottom left.
Try: Row 0 sees key 0 alone; the last row sees all.
"""


def causal_mask(length, device=None):
    mask = torch.ones(length, length, dtype=torch.bool, device=device)
    mask = mask.tril().flip(-1)
    return mask[None, None]
