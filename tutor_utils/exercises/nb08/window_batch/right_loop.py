# Row by row.
def window_batch(ids, batch_size, length, generator=None):
    if length >= len(ids):
        raise ValueError("length=%d, but there are %d ids" % (length, len(ids)))
    device = "cpu" if generator is None else generator.device
    x = ids.new_empty(batch_size, length)
    y = ids.new_empty(batch_size, length)
    for row in range(batch_size):
        start = torch.randint(len(ids) - length, (), generator=generator, device=device).item()
        x[row] = ids[start : start + length]
        y[row] = ids[start + 1 : start + 1 + length]
    return x, y
