"""labels-from-elsewhere"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    device = generator.device if generator is not None else "cpu"
    starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator, device=device)
    x = ids[(starts + torch.arange(length, device=device)).to(ids.device)]
    return x, x.roll(-1, dims=1)
