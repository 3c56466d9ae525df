"""step-zero-not-refused"""


def noam_rate(step, d_model, warmup):
    if step == 0:
        return 0.0
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
