"""exponent-halved

The 2 in 2i/d_model is missing, so the waves are too quick.
Try: The exponent is 2i/d_model with i = 0, 1, 2, ...
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    a = torch.arange(length)[:, None] / 10000 ** (torch.arange(d_model // 2) / d_model)
    t = torch.zeros(length, d_model)
    t[:, 0::2] = a.sin()
    t[:, 1::2] = a.cos()
    return t
