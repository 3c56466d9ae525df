"""step-behind

Your curve is one step behind: the first rate is 0.
Try: What does your function use for the first step, 1 or 2?
Hint: Use `step` as it comes.
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    step = step - 1
    falling = step**-0.5 if step else 9e9
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
