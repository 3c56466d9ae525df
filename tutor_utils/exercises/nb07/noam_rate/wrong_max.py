"""max-for-min

You took the larger of the two curves. The rate then starts huge and grows without end.
Try: Draw both curves over the first steps. Which one should count at step 1?
Hint: Look at `max`: the lower curve counts.
Seen: https://github.com/TakuyaShintate/tsts/pull/76
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * max(falling, rising)
