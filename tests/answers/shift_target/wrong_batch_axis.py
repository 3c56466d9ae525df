# diagnosis: cut-the-batch
def shift_target(tgt):
    return tgt[:-1], tgt[1:]
