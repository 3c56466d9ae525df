"""past-and-future-swapped

Your triangle is the upper one: each token sees itself and the future.
Try: Rows are queries, columns are keys. May query 0 see key 1 in your mask?
Hint: Rows are queries, columns are keys: use the lower triangle.
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    L = ids.shape[1]
    past = torch.ones(L, L, dtype=torch.bool, device=ids.device).triu()
    return keys & past
