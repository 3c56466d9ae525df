"""length-fixed

Your table has one size for all lengths. A longer sentence does not fit in.
Try: Which line of yours gives the mask its size?
Hint: `torch.ones(length, length, ...)`
"""


def causal_mask(length, device=None):
    mask = torch.ones(20, 20, dtype=torch.bool, device=device)
    mask = mask.tril()[:length, :length]
    return mask[None, None]
