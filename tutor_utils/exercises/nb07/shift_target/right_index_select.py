def shift_target(tgt):
    i = torch.arange(tgt.shape[1] - 1, device=tgt.device)
    return tgt.index_select(1, i), tgt.index_select(1, i + 1)
