"""no-width-factor

The factor d_model^(-1/2) is missing: wide models need smaller steps.
Try: Which part of the formula holds d_model?
Hint: Multiply by d_model ** -0.5.
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return min(falling, rising)
