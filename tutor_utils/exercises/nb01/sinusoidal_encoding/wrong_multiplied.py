"""angle-multiplied

The position is multiplied by 10000^(2i/d_model), where the formula divides. The angles grow with i;
they should shrink.
Try: Which feature should turn most quickly: the first, or the last?
Hint: Divide by 10000^(2i/d_model), or multiply by 10000^(-2i/d_model): one of the two.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    exponent = two_i / d_model
    angle = position * 10000**exponent
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table
