"""exponent-rounded-down

The power of warmup is -2 in your code, and not -1.5. In Python `-3 // 2` is -2: `//` rounds down to
a whole number.
Try: What is the exponent of warmup in the formula, and what does Python make of yours?
Hint: warmup**-1.5
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    return d_model**-0.5 * min(step**-0.5, step * warmup ** (-3 // 2))
