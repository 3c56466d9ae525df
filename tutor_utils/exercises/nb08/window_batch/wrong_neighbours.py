"""rows-alike

Your rows are not drawn each by itself: one start decides them all.
Try: Print the first column of x.
Hint: Draw `batch_size` starts, not one.
"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    n = len(ids) - length
    start = torch.randint(n, (1, 1), generator=generator, device=device)
    starts = (start + torch.arange(batch_size, device=device)[:, None] // 1000) % n
    places = (starts + torch.arange(length, device=device)).to(ids.device)
    return ids[places], ids[places + 1]
