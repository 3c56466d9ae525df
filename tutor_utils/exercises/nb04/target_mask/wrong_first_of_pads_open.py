"""first-pad-opened

Where a query has no open key you open its first one, perhaps so that no softmax meets an empty row. The
contract blocks every pad; a row without an open key is what `masked_attend` takes care of.
Try: Which keys may the first token read, if it is a pad?
Hint: Leave out what opens a key: both masks joined are all.
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    past = causal_mask(ids.shape[1], ids.device)
    mask = keys & past
    mask[..., 0] |= ~mask.any(dim=-1)
    return mask
