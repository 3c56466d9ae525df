"""first-pad-opened

Where a row holds nothing but pads you open its first key, perhaps so that no softmax meets an empty
row. The contract blocks every pad; a row without an open key is what `masked_attend` takes care of.
Try: Which keys of a row of nothing but pads are words?
Hint: Leave out what opens a key: `ids != pad_id` is all.
"""


def padding_mask(ids, pad_id):
    mask = ids != pad_id
    mask[~mask.any(dim=1), :1] = True
    return mask[:, None, None, :]
