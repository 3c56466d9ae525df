"""two-pi-in-the-angle

Your angle has a factor 2π that the formula has not. The position itself, divided by
10000^(2i/d_model), is the angle.
Try: What is feature 0 of position 1? It should be sin(1).
Hint: Leave out the 2π.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = 2 * math.pi * position / 10000 ** (two_i / d_model)
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table
