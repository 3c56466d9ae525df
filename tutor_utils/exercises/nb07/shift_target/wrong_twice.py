"""shifted-twice

There are two steps between input and label. The model learns to skip a token.
Try: Look at the numbers in your slices: each drops one column.
"""


def shift_target(tgt):
    return tgt[:, :-2], tgt[:, 2:]
