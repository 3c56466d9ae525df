"""ends-half-as-often

The first and the last start come too seldom: about half as often as those between. A random number that
is rounded does so, for half of the numbers that would go to an end lie outside.
Try: Which numbers between 0 and 3 are rounded to 0, and which to 1?
Hint: `torch.randint(len(ids) - length, ...)` draws whole numbers, each equally often.
"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    drawn = torch.rand(batch_size, 1, generator=generator, device=device)
    starts = (drawn * (len(ids) - length - 1)).round().long()
    places = (starts + torch.arange(length, device=device)).to(ids.device)
    return ids[places], ids[places + 1]
