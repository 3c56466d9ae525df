"""one-frequency

All features have the same frequency: the exponent is 0 everywhere, as integer division gives.
Try: Print your exponents for d_model=4: they should be 0 and 0.5.
Hint: Use `/` in the exponent.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    a = torch.arange(length)[:, None] / 10000.0 ** (torch.arange(0, d_model, 2) // d_model)
    t = torch.zeros(length, d_model)
    t[:, 0::2] = a.sin()
    t[:, 1::2] = a.cos()
    return t
