"""no-mask-without-pads

Where a batch has no pad you return another kind of object, or a mask of another form. The contract
asks for a mask of True then: whoever combines it with another one relies on it.

Try: What does your function return for a batch without a pad?

Hint: a mask of nothing but True, (B, 1, 1, L)
"""


def padding_mask(ids, pad_id):
    pads = ids == pad_id
    if not pads.any():
        return None
    return ~pads[:, None, None, :]
