"""positions-stretched

Your positions are a little too far apart: the last one is `length`, and should be length - 1.
`linspace(0, length, length)` does so.
Try: Print your positions for length 4.
Hint: torch.arange(length)
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    pos = torch.linspace(0, length, length, dtype=torch.float64)[:, None]
    angle = pos / 10000 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1).float()
