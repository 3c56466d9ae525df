"""pad-id-fixed

Id 0 is hidden, whatever `pad_id` says.
Try: What are the ids compared with in your code? A 0 that should be the argument may also hide in
`bool()`.
Hint: Pass `pad_id` on.
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, 0)
    past = causal_mask(ids.shape[1], ids.device)
    return keys & past
