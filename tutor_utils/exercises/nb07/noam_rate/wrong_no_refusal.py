"""step-zero-not-refused"""


def noam_rate(step, d_model, warmup):
    return d_model**-0.5 * min(max(step, 1) ** -0.5, step * warmup**-1.5)
