"""past-and-future-swapped

Your triangle is the upper one: each token sees itself and the future.
Try: Rows are queries, columns are keys. May query 0 see key 1 in your mask?
Hint: Rows are queries, columns are keys: use the lower triangle.
Seen: https://github.com/pytorch/pytorch/issues/29546
"""


def causal_mask(length, device=None):
    mask = torch.ones(length, length, dtype=torch.bool, device=device)
    mask = mask.triu()
    return mask[None, None]
