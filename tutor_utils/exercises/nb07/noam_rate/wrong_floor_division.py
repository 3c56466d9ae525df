"""exponent-rounded-down

`-3 // 2` is -2 and not -1.5: `//` rounds down to a whole number.
Try: What does Python say to `-3 // 2`, and what to `-3 / 2`?
Hint: warmup**-1.5
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    return d_model**-0.5 * min(step**-0.5, step * warmup ** (-3 // 2))
