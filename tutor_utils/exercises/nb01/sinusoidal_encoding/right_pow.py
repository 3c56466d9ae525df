def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    pos = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    a = pos / 10000 ** (two_i / d_model)
    t = torch.zeros(length, d_model)
    t[:, 0::2] = a.sin()
    t[:, 1::2] = a.cos()
    return t
