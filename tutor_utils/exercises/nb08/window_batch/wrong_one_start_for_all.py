"""rows-alike

All rows begin at the same place: a batch of one window, many times.
Try: Print the first column of x.
Hint: Draw `batch_size` starts, not one.
"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    start = torch.randint(len(ids) - length, (1, 1), generator=generator, device=device)
    places = (start + torch.arange(length, device=device)).expand(batch_size, -1).to(ids.device)
    return ids[places], ids[places + 1]
