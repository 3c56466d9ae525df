"""last-exponent-one

Your exponents run from 0 to 1. In the paper the last one is (d_model - 2)/d_model: it does not
reach 1.
Try: Print your exponents for d_model=4: they should be 0 and 0.5.
Hint: The exponents are 0/d_model, 2/d_model, 4/d_model, ... A `linspace(0, 1, ...)`, or a division
by the largest number, ends at 1.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    exponent = two_i / max(d_model - 2, 1)
    angle = position / 10000**exponent
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table
