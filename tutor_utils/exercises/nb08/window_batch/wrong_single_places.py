"""no-piece-of-the-text

A row of x is no piece of the text: its ids do not stand one behind the other there. So it is where
each of them is drawn by itself.
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
