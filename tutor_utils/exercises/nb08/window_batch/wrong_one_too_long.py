"""shape-of-a-window

Your windows hold another number of ids than `length`.
Try: Print the shapes of x and y beside (batch_size, length).
Hint: x is `length` ids from the start, y is `length` ids from the start plus 1.
"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator, device=device)
    places = (starts + torch.arange(length + 1, device=device)).to(ids.device)
    return ids[places], ids[places]
