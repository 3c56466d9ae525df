"""falling-not-rooted

Your falling curve is 1 / step. The formula takes the root, so the rate falls more slowly.
Try: What is the exponent of step in the falling curve?
Hint: The exponent of step is -0.5.
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = 1 / step
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
