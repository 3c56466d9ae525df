# --- unfold
# All windows are a view; rows of it are drawn.
def window_batch(ids, batch_size, length, generator=None):
    windows = ids.unfold(0, length + 1, 1)
    rows = torch.randint(len(windows), (batch_size,), generator=generator)
    chosen = windows[rows.to(ids.device)]
    return chosen[:, :-1], chosen[:, 1:]


# --- usual
def window_batch(ids, batch_size, length, generator=None):
    starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator)
    places = (starts + torch.arange(length)).to(ids.device)
    return ids[places], ids[places + 1]
