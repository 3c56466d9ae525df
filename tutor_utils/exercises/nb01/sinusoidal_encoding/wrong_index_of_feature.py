"""index-of-feature

You took the number of the feature for i. In the formula i counts pairs: features 2i and 2i+1 share
one angle.
Try: Which i belongs to feature 4, and which to feature 5?
Hint: For feature j the exponent is (j - j % 2) / d_model.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    angle = position / 10000 ** (2 * torch.arange(d_model, dtype=torch.float64) / d_model)
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle[:, 0::2].sin()
    table[:, 1::2] = angle[:, 1::2].cos()
    return table
