# diagnosis: shifted-twice
def shift_target(tgt):
    return tgt[:, :-2], tgt[:, 2:]
