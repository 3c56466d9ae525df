"""refuses-too-much

You refuse a window that fits: `length` ids and one label need length + 1 ids.
Try: Call it with 6 ids and a window of 5.
Hint: Refuse where `len(ids) <= length`.
"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length + 1:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator, device=device)
    places = (starts + torch.arange(length, device=device)).to(ids.device)
    return ids[places], ids[places + 1]
