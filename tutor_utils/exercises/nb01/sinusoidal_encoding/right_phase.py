def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    j = torch.arange(d_model)
    a = torch.arange(length).double()[:, None] / 10000 ** ((j - j % 2) / d_model).double()
    return torch.sin(a + (j % 2) * math.pi / 2).float()
