"""halves

All sines come first, then all cosines. Some libraries do so; here they alternate.
Try: Where should the cosine of the first angle stand: beside its sine, or in the second half?
Hint: Use 0::2 and 1::2 on the last axis.
"""


def sinusoidal_encoding(length: int, d_model: int) -> Tensor:
    if d_model % 2 != 0:
        raise ValueError(f"d_model must be even, got {d_model}")
    pos = torch.arange(length, dtype=torch.float32).unsqueeze(1)
    two_i = torch.arange(0, d_model, 2, dtype=torch.float32)
    angles = pos / 10000.0 ** (two_i / d_model)
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
