"""wrong-warmup-power"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-0.5
    return d_model**-0.5 * min(falling, rising)
