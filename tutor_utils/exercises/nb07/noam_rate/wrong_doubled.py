"""doubled-rate

Your curve is the paper's times 2. The factor 2 is a setting of early versions of the Annotated Transformer and of code made from it; the paper's formula has none.
Try: What does the formula of section 5.3 give at step 1?
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    return 2 * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
