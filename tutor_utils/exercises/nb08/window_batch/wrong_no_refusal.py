"""no-refusal

A text that is too short is not refused with words of your own.
Try: Call it with 6 ids and a window of 6.
Hint: `if len(ids) <= length: raise ValueError(f"length={length} ...")`.
"""


def window_batch(ids, batch_size, length, generator=None):
    device = generator.device if generator is not None else "cpu"
    starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator, device=device)
    places = (starts + torch.arange(length, device=device)).to(ids.device)
    return ids[places], ids[places + 1]
