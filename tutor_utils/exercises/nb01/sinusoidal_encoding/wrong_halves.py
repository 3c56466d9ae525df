"""halves"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    a = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.cat([a.sin(), a.cos()], 1)
