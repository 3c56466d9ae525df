"""index-doubled

Your exponents are twice as large as in the formula. An index that runs 0, 2, 4, ... is 2i already;
and the divisor is d_model, not half of it.
Try: Print your exponents for d_model=4: they should be 0 and 0.5.
Seen: https://github.com/BrianPulfer/PapersReimplementations/issues/9
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    exponent = 2 * two_i / d_model
    angle = position / 10000**exponent
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table
