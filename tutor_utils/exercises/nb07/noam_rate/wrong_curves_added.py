"""curves-added

You added the two curves. The formula takes the smaller one of them.
Try: At step = warmup both curves have one value. What should the rate be there, and what is yours?
Hint: min(falling, rising)
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * (falling + rising)
