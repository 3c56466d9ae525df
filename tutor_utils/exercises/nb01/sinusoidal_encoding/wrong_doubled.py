"""index-doubled

The index in the exponent is doubled twice: an arange(0, d_model, 2) already holds 2i.
Try: Print your exponents for d_model=4: they should be 0 and 0.5.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    pos = torch.arange(length)[:, None]
    a = pos / 10000 ** (2 * torch.arange(0, d_model, 2) / d_model)
    t = torch.zeros(length, d_model)
    t[:, 0::2] = a.sin()
    t[:, 1::2] = a.cos()
    return t
