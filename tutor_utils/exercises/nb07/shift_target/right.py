# --- index_select
def shift_target(tgt):
    i = torch.arange(tgt.shape[1] - 1, device=tgt.device)
    return tgt.index_select(1, i), tgt.index_select(1, i + 1)


# --- named_slices
def shift_target(tgt):
    decoder_input = tgt[:, :-1]
    labels = tgt[:, 1:]
    return decoder_input, labels


# --- roll_then_cut
def shift_target(tgt):
    return tgt[..., :-1].contiguous(), tgt.roll(-1, dims=1)[..., :-1]
