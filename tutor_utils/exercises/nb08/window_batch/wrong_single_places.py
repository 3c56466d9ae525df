"""no-piece-of-the-text

Each id of a row was drawn by itself: the row is no piece of the text.
Try: Print a row of x beside the text.
Hint: Draw one start for each row, then add `torch.arange(length)`.
"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    shape = (batch_size, length)
    places = torch.randint(len(ids) - 1, shape, generator=generator, device=device).to(ids.device)
    return ids[places], ids[places + 1]
