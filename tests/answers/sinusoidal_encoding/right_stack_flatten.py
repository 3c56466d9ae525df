def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    i = torch.arange(d_model // 2).double()
    a = torch.outer(torch.arange(length).double(), 10000.0 ** (-2 * i / d_model))
    return torch.stack([a.sin(), a.cos()], -1).flatten(1).float()
