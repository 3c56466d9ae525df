"""pads-counted-only

You count the tokens of a row that are no pad, and leave as many keys open from the left. Where a pad
stands in front or in the middle, it is read, and a word at the end is not.
Try: Which keys are open for the ids [pad, 5, 6]?
Hint: Ask each id by itself: `ids != pad_id`.
"""


def target_mask(ids, pad_id):
    L = ids.shape[1]
    place = torch.arange(L, device=ids.device)
    count = (ids != pad_id).sum(dim=1)  # (B,)
    word = place < count[:, None]  # (B, L)
    past = place[None, :] <= place[:, None]  # (L, L)
    return word[:, None, None, :] & past
