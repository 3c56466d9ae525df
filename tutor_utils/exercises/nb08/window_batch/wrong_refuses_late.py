"""no-refusal"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) < length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    n = max(1, len(ids) - length)
    starts = torch.randint(n, (batch_size, 1), generator=generator, device=device)
    places = (starts + torch.arange(length, device=device)).to(ids.device)
    return ids[places], ids[(places + 1) % len(ids)]
