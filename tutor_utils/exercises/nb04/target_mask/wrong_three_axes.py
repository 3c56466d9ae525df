"""axes-missing

The axis for the heads is missing: (B, L, L). Where B equals the number
of heads, it would broadcast over heads without an error.
Try: Write the shape (B, 1, L, L) below yours. Which axis is missing, and where?
Hint: Add an axis of size 1 behind the batch.
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    past = causal_mask(ids.shape[1], ids.device)
    return (keys & past)[:, 0]
