"""cosine-of-the-next

Sine and cosine of a pair have different frequencies. The cosine should use the same angle as the
sine beside it.
Try: Features 2i and 2i+1 are a pair. Do both use one angle?
Hint: Use one angle for features 2i and 2i+1.
Seen: https://github.com/maxjcohen/transformer/issues/62
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    exponent = two_i / d_model
    angle = position / 10000**exponent
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = (position / 10000 ** ((two_i + 1) / d_model)).cos()
    return table
