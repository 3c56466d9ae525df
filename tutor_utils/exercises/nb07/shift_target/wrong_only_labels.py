"""one-value-for-several"""


def shift_target(tgt):
    return tgt[:, 1:]
