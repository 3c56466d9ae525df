"""no-decay

Your rates are those of the rising line alone: they grow without end.
Try: There are two curves in the formula. Is the falling one in your code, and is it ever the
smaller?
Hint: Take the smaller of the falling and the rising curve.
Seen: https://github.com/facebookresearch/ParlAI/pull/4384
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * rising
