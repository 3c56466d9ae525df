def shift_target(tgt):
    a, _ = tgt.split([tgt.shape[1] - 1, 1], dim=1)
    _, b = tgt.split([1, tgt.shape[1] - 1], dim=1)
    return a, b
