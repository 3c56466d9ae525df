"""diagonal-blocked

A token may not see itself in your mask. Token 0 then sees nothing at all.
Try: May a token look at itself? Look at the diagonal, and at the equal sign of your comparison.
Hint: tril(), not tril(-1); `<=`, not `<`
Seen: https://github.com/pytorch/examples/issues/649
"""


def causal_mask(length, device=None):
    mask = torch.ones(length, length, dtype=torch.bool, device=device)
    mask = mask.tril(-1)
    return mask[None, None]
