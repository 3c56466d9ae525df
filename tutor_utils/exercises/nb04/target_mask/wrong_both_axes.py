"""pad-queries-blocked

You blocked the rows of the pads too. The contract asks about keys only: what a pad reads is never
used, and a row with every key blocked makes 0/0 in a plain softmax.
Try: On which axes do you lay the padding mask? One of them is enough.
Hint: One mask lies on the key axis, and none on the query axis.
Seen: https://github.com/pytorch/pytorch/issues/63271
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    past = causal_mask(ids.shape[1], ids.device)
    return keys & past & keys.transpose(2, 3)
