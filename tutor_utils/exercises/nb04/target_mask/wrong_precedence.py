"""compared-too-late

`&` binds tighter than `!=` in Python: your line joins `pad_id` with the causal mask first, and
compares the ids with that.
Try: What is `3 != 0 & 1` in Python, and what `(3 != 0) & True`?
Hint: Put brackets round the comparison.
"""


def target_mask(ids, pad_id):
    return ids[:, None, None, :] != pad_id & causal_mask(ids.shape[1], ids.device)
