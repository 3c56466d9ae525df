"""log-rounded

The logarithm of 10000 stands in your code with few digits. Near the start nobody sees it; with the
position the error grows.
Try: How many digits does `math.log(10000)` have?
Hint: Write `math.log(10000.0)`, or 10000 ** exponent.
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    pair = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = position * torch.exp(-pair * 9.21 / d_model)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1).float()
