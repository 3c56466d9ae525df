# diagnosis: whole-input
def shift_target(tgt):
    return tgt, tgt[:, 1:]
