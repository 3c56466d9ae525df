"""odd-features-empty

Features 1, 3, 5, ... are still 0. They hold the cosine.
Try: Which columns of your table does each line fill?
Hint: `table[:, 1::2]` are the odd ones.
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
    return table
