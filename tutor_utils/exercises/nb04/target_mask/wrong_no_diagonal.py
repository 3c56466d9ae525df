"""diagonal-blocked

A token may not see itself in your mask. Token 0 then sees nothing at all.
Try: May a token look at itself? Look at the diagonal, and at the equal sign of your comparison.
Hint: tril(), not tril(-1); `<=`, not `<`
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    L = ids.shape[1]
    past = torch.ones(L, L, dtype=torch.bool, device=ids.device).tril(-1)
    return keys & past
