def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"odd d_model={d_model}")
    import numpy as np
    pos = np.arange(length)[:, None]
    i = np.arange(d_model)[None, :]
    angle = pos / np.power(10000, (2 * (i // 2)) / d_model)
    angle[:, 0::2] = np.sin(angle[:, 0::2]); angle[:, 1::2] = np.cos(angle[:, 1::2])
    return torch.tensor(angle, dtype=torch.float32)
