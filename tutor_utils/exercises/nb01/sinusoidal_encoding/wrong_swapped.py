"""sine-and-cosine-swapped

Even features hold the cosine and odd ones the sine. It should be the other way round.
Try: Feature 0 at position 0 is sin 0 = 0.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    a = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    t = torch.zeros(length, d_model)
    t[:, 0::2] = a.cos()
    t[:, 1::2] = a.sin()
    return t
