"""not-shifted"""


def shift_target(tgt):
    return tgt, tgt
