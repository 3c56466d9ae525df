def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model}")
    pos = torch.arange(length).float().unsqueeze(1)
    k = torch.arange(0, d_model, 2).float()
    freq = 1.0 / (10000.0 ** (k / d_model))
    return torch.stack([torch.sin(pos * freq), torch.cos(pos * freq)], dim=-1).flatten(1)
