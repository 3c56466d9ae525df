"""axes-missing

The mask is (B, 1, L): one axis too few. Where B equals the number of heads, it would broadcast
over heads without an error.
Try: Write the shape (B, 1, 1, L) below yours. Which axes are missing, and where?
Hint: Two axes are wanted between B and L.
"""


def padding_mask(ids, pad_id):
    mask = ids != pad_id
    return mask[:, None]
