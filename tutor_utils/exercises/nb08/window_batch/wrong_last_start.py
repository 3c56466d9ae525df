"""starts-not-even

The last possible start is never drawn, or one too many is.
Try: For 6 ids and a window of 2, write down every start that leaves room for the labels.
Hint: `torch.randint(len(ids) - length, ...)`: the upper end is not drawn.
"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    last = max(1, len(ids) - length - 1)
    starts = torch.randint(last, (batch_size, 1), generator=generator, device=device)
    places = (starts + torch.arange(length, device=device)).to(ids.device)
    return ids[places], ids[places + 1]
