"""positions-from-one

Your positions begin at 1. Position 0 comes first: all its sines are 0 and all its cosines 1.
Try: Print the first row of your table.
Hint: `torch.arange(length)` begins at 0.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(1, length + 1, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    exponent = two_i / d_model
    angle = position / 10000**exponent
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table
