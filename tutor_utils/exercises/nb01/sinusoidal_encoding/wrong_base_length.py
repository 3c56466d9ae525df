"""base-length

The base is the length. Then position 3 has another vector in a longer table.
Try: What stays the same for every length, and what changes in your formula?
Hint: The base is 10000 for every length.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    a = torch.arange(length)[:, None] / float(length) ** (torch.arange(0, d_model, 2) / d_model)
    t = torch.zeros(length, d_model)
    t[:, 0::2] = a.sin()
    t[:, 1::2] = a.cos()
    return t
