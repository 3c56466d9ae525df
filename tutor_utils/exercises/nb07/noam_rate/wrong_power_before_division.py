"""power-before-division

In Python the power is worked out before the division: `x**-1/2` is (1/x) / 2 and not 1 / √x.
Try: Put brackets round each exponent that holds a `/`.
Hint: x ** (-1 / 2), or x**-0.5
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-1 / 2
    rising = step * warmup**-3 / 2
    return d_model**-1 / 2 * min(falling, rising)
