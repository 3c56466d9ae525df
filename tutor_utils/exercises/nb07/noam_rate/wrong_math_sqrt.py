"""step-zero-not-refused"""


def noam_rate(step, d_model, warmup):
    falling = 1 / math.sqrt(step)
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
