"""step-behind

Your curve is one step behind: it counts the first step as step 0, where the falling curve divides
by zero.
Try: What does your function use for the first step, 1 or 2?
Hint: Use `step` as it comes.
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    step = step - 1
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
