"""wrong-warmup-power

The rising line is step · warmup^(-3/2). Your power of warmup differs, so the two curves do not
meet at warm-up.
Try: At step = warmup both curves must give warmup^(-1/2).
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step / warmup
    return d_model**-0.5 * min(falling, rising)
