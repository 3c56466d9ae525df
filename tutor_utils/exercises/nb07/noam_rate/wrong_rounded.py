"""rate-rounded

Your rate is rounded. With the paper's 512 features and 4,000 steps of warm-up the first rates are
below 0.000001: rounded, they are 0, and nothing is learned.
Try: What does your function give for step 1 with d_model=512 and warmup=4000?
Hint: Take out `round`.
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    return round(d_model**-0.5 * min(step**-0.5, step * warmup**-1.5), 6)
