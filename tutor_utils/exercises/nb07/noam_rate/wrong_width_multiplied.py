"""width-upside-down

You multiplied by the root of d_model. Wide models need smaller steps, not larger ones.
Try: What is the sign of the exponent of d_model in the formula?
Hint: The exponent of d_model is -0.5.
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**0.5 * min(falling, rising)
