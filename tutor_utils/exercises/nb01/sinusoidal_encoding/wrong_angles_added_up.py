"""inaccurate-far-out

Near the start your waves are right, and at position 10,000 they are not. So it goes where angles
are added up, one step after another, or are worked out with too few digits.
Try: Does each angle come from its position at once, or from the angle before? In which number
type?
Hint: Compute each angle from pos at once, in float32 or float64.
Fails: far
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    position = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    exponent = two_i / d_model
    step = (1 / 10000**exponent).float()
    angles = [torch.zeros_like(step)]
    for _ in range(length - 1):
        angles.append(angles[-1] + step)
    angle = torch.stack(angles)
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table
