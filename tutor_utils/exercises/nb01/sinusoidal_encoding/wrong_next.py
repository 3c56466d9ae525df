"""cosine-of-the-next

Sine and cosine of a pair have different frequencies. The cosine should use the same angle as the
sine beside it.
Try: Features 2i and 2i+1 are a pair. Do both use one angle?
Hint: Use one angle for features 2i and 2i+1.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    a = torch.arange(length)[:, None] / 10000 ** (torch.arange(d_model) / d_model)
    t = a.sin()
    t[:, 1::2] = a[:, 1::2].cos()
    return t
