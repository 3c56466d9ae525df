"""mask-on-queries

Your pads lie on the query axis: (B, 1, L, 1). That silences pad queries, and pads can still be
read as keys.
Try: On which axis of your mask do the words stand? Which axis are the keys?
Hint: Keys are the last axis.
Seen: https://github.com/bentrevett/pytorch-seq2seq/issues/96
"""


def padding_mask(ids, pad_id):
    mask = ids != pad_id
    return mask[:, None, :, None]
