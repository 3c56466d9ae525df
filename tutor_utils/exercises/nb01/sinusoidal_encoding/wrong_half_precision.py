"""inaccurate-far-out"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    a = torch.arange(length).half()[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    if length > 100:
        a = a.half()
    a = a.float()
    t = torch.zeros(length, d_model)
    t[:, 0::2] = a.sin()
    t[:, 1::2] = a.cos()
    return t
