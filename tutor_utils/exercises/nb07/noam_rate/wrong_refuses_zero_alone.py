"""step-below-zero-not-refused

You refuse step 0 alone. Every step below 1 is wrong, and below 0 the root does not exist.
Try: What does your function say to step -3?
Hint: if step < 1: raise ValueError(f"step={step} ...")
"""


def noam_rate(step, d_model, warmup):
    if step == 0:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
