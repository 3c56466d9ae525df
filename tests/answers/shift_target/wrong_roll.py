# diagnosis: wrapped-around
def shift_target(tgt):
    return tgt, tgt.roll(-1, dims=1)
