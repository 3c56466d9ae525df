def shift_target(tgt):
    return tgt[..., :-1].contiguous(), tgt.roll(-1, dims=1)[..., :-1]
