# diagnosis: none
def shift_target(tgt):
    return tgt[:, 1:]
