"""halves

All sines come first, then all cosines. Some libraries do so; here they alternate.
Try: Where should the cosine of the first angle stand: beside its sine, or in the second half?
Hint: Use 0::2 and 1::2 on the last axis.
Seen: https://github.com/allenai/allennlp/issues/2993
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    exponent = two_i / d_model
    angle = position / 10000**exponent
    table = torch.cat([angle.sin(), angle.cos()], dim=-1).float()
    return table
