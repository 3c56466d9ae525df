"""labels-from-elsewhere"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    n = len(ids) - length
    at = torch.arange(length, device=device)
    one = torch.randint(n, (batch_size, 1), generator=generator, device=device) + at
    two = torch.randint(n, (batch_size, 1), generator=generator, device=device) + at
    return ids[one.to(ids.device)], ids[two.to(ids.device) + 1]
