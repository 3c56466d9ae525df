"""inaccurate-far-out

At position 10,000 the waves are wrong: the angles were added up, or worked out with too few
digits.
Try: Does each angle come from its position at once, or from the angle before? In which number
type?
Hint: Compute each angle from pos at once, in float32 or float64.
Fails: far
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2: raise ValueError(f"d_model={d_model}")
    rows = [torch.zeros(d_model // 2)]
    freq = 10000 ** (-torch.arange(0, d_model, 2) / d_model)
    for _ in range(length - 1):
        rows.append(rows[-1] + freq)
    a = torch.stack(rows)
    return torch.stack([a.sin(), a.cos()], -1).flatten(1)
