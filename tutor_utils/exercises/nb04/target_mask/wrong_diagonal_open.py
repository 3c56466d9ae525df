"""diagonal-always-open

You leave the diagonal open in every row, so a pad may read itself. The contract blocks every pad; a
row without an open key is what `masked_attend` takes care of.
Try: Which keys may the pad at the end of a row read?
Hint: Leave out the line that opens the diagonal.
"""


def target_mask(ids, pad_id):
    L = ids.shape[1]
    allowed = padding_mask(ids, pad_id) & causal_mask(L, ids.device)
    return allowed | torch.eye(L, dtype=torch.bool, device=ids.device)
