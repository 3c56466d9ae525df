"""one-future-token

Each token sees one token of the future. In training it sees its own answer: the loss is near zero
and decoding fails.
Try: May query 0 see key 1 in your mask? Look at the number in `tril` or `triu`, or at your
comparison.
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    L = ids.shape[1]
    past = torch.ones(L, L, dtype=torch.bool, device=ids.device).tril(1)
    return keys & past
