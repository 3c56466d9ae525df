# --- numpy_minimum
def noam_rate(step, d_model, warmup):
    if step < 1: raise ValueError(f"{step=}")
    import numpy as np
    return float((d_model ** -0.5) * np.minimum(step ** -0.5, step * warmup ** -1.5))


# --- usual
def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
