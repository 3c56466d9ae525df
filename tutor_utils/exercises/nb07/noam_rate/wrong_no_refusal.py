"""step-zero-not-refused"""


def noam_rate(step, d_model, warmup):
    step = max(step, 1)
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
