"""truth-of-ids

You asked whether the id is larger than the pad id. Smaller ids are words too.
Try: An id may be smaller or larger than the pad's. Which comparison do you use?
Hint: Use `!=`.
"""


def padding_mask(ids, pad_id):
    mask = ids > pad_id
    return mask[:, None, None, :]
