"""width-upside-down

Your rate grows with the root of d_model. Wide models need smaller steps, not larger ones.
Try: With d_model four times as large: should the rate be doubled or halved? What is yours?
Hint: Multiply by d_model ** -0.5, or divide by d_model ** 0.5.
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**0.5 * min(falling, rising)
