"""axes-missing

The mask is (B, L). With scores (B, h, L_q, L_k) it would line up with
the wrong axes.
Try: Write the shape (B, 1, 1, L) below yours. Which axes are missing, and where?
Hint: [:, None, None, :]
"""


def padding_mask(ids, pad_id):
    mask = ids != pad_id
    return mask
