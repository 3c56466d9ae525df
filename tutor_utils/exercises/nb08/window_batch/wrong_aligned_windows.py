"""only-multiples-of-length

Your windows start at multiples of `length` alone. Most places of the text are then never the first of a window.
Try: Draw many windows and print the starts, sorted.
Hint: `torch.randint(len(ids) - length, ...)` without `* length`.
"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    n = (len(ids) - 1) // length
    starts = torch.randint(n, (batch_size, 1), generator=generator, device=device) * length
    places = (starts + torch.arange(length, device=device)).to(ids.device)
    return ids[places], ids[places + 1]
