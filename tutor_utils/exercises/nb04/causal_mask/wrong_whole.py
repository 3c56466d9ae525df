"""nothing-blocked

Every entry is True: nothing is hidden.
Try: Which half of the table should be False? Does a line of yours cut it off, and is what it gives
kept?
Hint: Keep the lower triangle only, with `tril()`.
"""


def causal_mask(length, device=None):
    mask = torch.ones(length, length, dtype=torch.bool, device=device)
    return mask[None, None]
