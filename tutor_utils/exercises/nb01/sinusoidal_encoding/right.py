# --- numpy
def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"odd d_model={d_model}")
    import numpy as np
    pos = np.arange(length)[:, None]
    i = np.arange(d_model)[None, :]
    angle = pos / np.power(10000, (2 * (i // 2)) / d_model)
    angle[:, 0::2] = np.sin(angle[:, 0::2]); angle[:, 1::2] = np.cos(angle[:, 1::2])
    return torch.tensor(angle, dtype=torch.float32)


# --- stack_flatten
def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model}")
    pos = torch.arange(length).float().unsqueeze(1)
    k = torch.arange(0, d_model, 2).float()
    freq = 1.0 / (10000.0 ** (k / d_model))
    return torch.stack([torch.sin(pos * freq), torch.cos(pos * freq)], dim=-1).flatten(1)


# --- usual
def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    exponent = two_i / d_model
    angle = position / 10000**exponent
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table
