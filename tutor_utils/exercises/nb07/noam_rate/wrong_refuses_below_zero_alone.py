"""only-negative-steps-refused

You refuse the steps below 0, and not 0 itself. Steps count from 1.
Try: What does your function say to step 0?
Hint: if step < 1: raise ValueError(f"step={step} ...")
"""


def noam_rate(step, d_model, warmup):
    if step < 0:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
