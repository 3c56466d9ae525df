# diagnosis: cosine-of-the-next
def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    a = torch.arange(length)[:, None] / 10000 ** (torch.arange(d_model) / d_model)
    t = a.sin()
    t[:, 1::2] = a[:, 1::2].cos()
    return t
