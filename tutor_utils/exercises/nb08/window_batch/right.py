# --- loop
# Row by row.
def window_batch(ids, batch_size, length, generator=None):
    if length >= len(ids):
        raise ValueError("length=%d, but there are %d ids" % (length, len(ids)))
    device = "cpu" if generator is None else generator.device
    x = ids.new_empty(batch_size, length)
    y = ids.new_empty(batch_size, length)
    for row in range(batch_size):
        start = torch.randint(len(ids) - length, (), generator=generator, device=device).item()
        x[row] = ids[start : start + length]
        y[row] = ids[start + 1 : start + 1 + length]
    return x, y


# --- unfold
# All windows are a view; rows of it are drawn.
def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} >= len(ids)={len(ids)}")
    windows = ids.unfold(0, length + 1, 1)
    device = generator.device if generator else torch.device("cpu")
    rows = torch.randint(len(windows), (batch_size,), generator=generator, device=device)
    chosen = windows[rows.to(ids.device)]
    return chosen[:, :-1], chosen[:, 1:]


# --- usual
def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator, device=device)
    places = (starts + torch.arange(length, device=device)).to(ids.device)
    return ids[places], ids[places + 1]
