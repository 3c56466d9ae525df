"""not-shifted"""


def shift_target(tgt):
    return tgt[:, :-1], tgt[:, :-1]
