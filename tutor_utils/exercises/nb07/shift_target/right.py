# --- index_select
def shift_target(tgt):
    i = torch.arange(tgt.shape[1] - 1, device=tgt.device)
    return tgt.index_select(1, i), tgt.index_select(1, i + 1)


# --- named_slices
def shift_target(tgt):
    decoder_input = tgt[:, :-1]
    labels = tgt[:, 1:]
    return decoder_input, labels


# --- narrow
def shift_target(tgt):
    n = tgt.size(1) - 1
    return tgt.narrow(1, 0, n), tgt.narrow(1, 1, n)


# --- roll_then_cut
def shift_target(tgt):
    return tgt[..., :-1].contiguous(), tgt.roll(-1, dims=1)[..., :-1]


# --- slices
def shift_target(tgt):
    return tgt[:, :-1], tgt[:, 1:]


# --- split
def shift_target(tgt):
    a, _ = tgt.split([tgt.shape[1] - 1, 1], dim=1)
    _, b = tgt.split([1, tgt.shape[1] - 1], dim=1)
    return a, b


# --- split_columns
def shift_target(tgt):
    columns = tgt.unbind(dim=1)
    return torch.stack(columns[:-1], dim=1), torch.stack(columns[1:], dim=1)
