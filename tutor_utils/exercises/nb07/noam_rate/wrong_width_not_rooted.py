"""width-not-rooted

In all, your rate is divided by d_model and not by its root: the root is missing, or it divides
twice.
Try: What is the exponent of d_model in the formula, and what is it in your code, all places
counted?
Hint: The exponent of d_model is -0.5.
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return min(falling, rising) / d_model
