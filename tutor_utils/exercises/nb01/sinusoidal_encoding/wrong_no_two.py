"""exponent-halved

Your exponents are half as large as in the formula, so the waves are too quick: the 2 in 2i/d_model
is missing, or is divided away.
Try: Print your exponents for d_model=4: they should be 0 and 0.5.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(d_model // 2, dtype=torch.float64)
    exponent = two_i / d_model
    angle = position / 10000**exponent
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table
