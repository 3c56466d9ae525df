"""no-warmup

Your rates are those of the falling curve alone. The first steps are then the largest, just when the
gradients are worst.
Try: There are two curves in the formula. Is the rising one in your code, and is it ever the smaller?
Hint: Take the smaller of the falling and the rising curve, which holds warmup ** -1.5.
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * falling
