"""pad-queries-blocked

You closed the rows of the pads too. The contract asks about keys only: what a pad reads is
nobody's concern, and a row that is closed throughout is a trap for the softmax.
Try: On which axes do you lay the padding mask? One of them is enough.
Hint: One mask lies on the key axis, and none on the query axis.
Seen: https://github.com/pytorch/pytorch/issues/63271
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id)
    past = causal_mask(ids.shape[1], ids.device)
    return keys & past & keys.transpose(2, 3)
