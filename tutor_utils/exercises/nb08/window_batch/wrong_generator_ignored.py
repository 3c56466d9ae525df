"""generator-ignored

The generator that was given does not draw: another one does. The same seed then gives other batches
each time.
Try: Look at each call that draws.
Hint: `torch.randint(..., generator=generator)`.
"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    starts = torch.randint(len(ids) - length, (batch_size, 1))
    places = (starts + torch.arange(length)).to(ids.device)
    return ids[places], ids[places + 1]
