# One slice a row.
def window_batch(ids, batch_size, length, generator=None):
    if not len(ids) > length:
        raise ValueError(f"length={length}: the text has {len(ids)} ids")
    device = "cpu" if generator is None else generator.device
    starts = torch.randint(0, len(ids) - length, (batch_size,), generator=generator, device=device)
    x = torch.stack([ids[s : s + length] for s in starts.tolist()])
    y = torch.stack([ids[s + 1 : s + length + 1] for s in starts.tolist()])
    return x, y
