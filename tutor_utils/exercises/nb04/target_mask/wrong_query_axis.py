"""mask-on-queries

Your pads lie on the query axis. Pads can still be read as keys.
Try: On which axis of your padding mask do the words stand? Which axis are the keys?
Hint: Keys are the last axis: (B, 1, 1, L).
Seen: https://github.com/bentrevett/pytorch-seq2seq/issues/96
"""


def target_mask(ids, pad_id):
    keys = padding_mask(ids, pad_id).transpose(2, 3)
    past = causal_mask(ids.shape[1], ids.device)
    return keys & past
