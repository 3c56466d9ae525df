# Starts from even numbers between 0 and 1.
def window_batch(ids, batch_size, length, generator=None):
    count = ids.shape[0] - length
    if count < 1:
        raise ValueError(f"length={length} is too long for {ids.shape[0]} ids")
    device = generator.device if generator is not None else "cpu"
    starts = (torch.rand(batch_size, generator=generator, device=device) * count).long()
    places = starts[:, None] + torch.arange(length + 1, device=device)[None, :]
    rows = ids[places.to(ids.device)]
    return rows[:, :length].clone(), rows[:, 1:].clone()
