"""seed-without-effect

Generators with different seeds give the same windows: nothing is drawn, or your code sets a seed of its own.
Try: Call it twice with different generators.
Hint: `torch.randint(..., generator=generator)`. Leave seeds to the caller.
"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    starts = torch.arange(batch_size)[:, None] % (len(ids) - length)
    places = (starts + torch.arange(length)).to(ids.device)
    return ids[places], ids[places + 1]
