"""step-zero-not-refused

Steps count from 1. At 0 the falling curve divides by zero; below it the root does not exist.
Try: What does your function say to step 0?
Hint: if step < 1: raise ValueError(f"step={step} ...")
Seen: https://github.com/facebookresearch/fairseq/pull/1408
"""


def noam_rate(step, d_model, warmup):
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
