"""step-zero-not-refused

Steps count from 1. At 0 the falling curve divides by zero, and your function gives a rate all the
same: whoever counts from 0 will not notice.
Try: What does your function say to step 0?
Hint: if step < 1: raise ValueError(f"step={step} must be at least 1")
Seen: https://github.com/facebookresearch/fairseq/pull/1408
"""


def noam_rate(step, d_model, warmup):
    step = max(step, 1)
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
