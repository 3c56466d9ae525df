"""sine-only

Odd features should hold the cosine.
Try: Look at features 1, 3, 5, ...
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    a = torch.arange(length)[:, None] / 10000 ** (torch.arange(d_model) // 2 * 2 / d_model)
    return a.sin()
