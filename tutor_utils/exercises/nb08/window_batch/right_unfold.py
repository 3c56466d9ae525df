# All windows are a view; rows of it are drawn.
def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} >= len(ids)={len(ids)}")
    windows = ids.unfold(0, length + 1, 1)
    device = generator.device if generator else torch.device("cpu")
    rows = torch.randint(len(windows), (batch_size,), generator=generator, device=device)
    chosen = windows[rows.to(ids.device)]
    return chosen[:, :-1], chosen[:, 1:]
