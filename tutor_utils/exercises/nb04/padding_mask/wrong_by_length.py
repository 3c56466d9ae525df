"""pads-on-the-left

You counted the real words of a row and opened as many keys at its END. Pads stand on the right
here, and any key may be one.
Try: Ask each id by itself: is it the pad?
"""


def padding_mask(ids, pad_id):
    lengths = (ids != pad_id).sum(dim=1, keepdim=True)
    mask = torch.arange(ids.shape[1] - 1, -1, -1, device=ids.device) < lengths
    return mask[:, None, None, :]
