# --- branches
def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f'step={step} must be at least 1')
    return (d_model * (step if step > warmup else warmup**3 / step**2)) ** -0.5


# --- exp_log
def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f'step={step} must be at least 1')
    return math.exp(-0.5 * math.log(d_model) + min(-0.5 * math.log(step), math.log(step) - 1.5 * math.log(warmup)))


# --- float_division
def noam_rate(step, d_model, warmup):
    if not step >= 1:
        raise ValueError(f"step={step}: steps are counted from 1")
    rising, falling = step / warmup**1.5, 1 / math.sqrt(step)
    return sorted((rising, falling))[0] / math.sqrt(d_model)


# --- numpy_minimum
def noam_rate(step, d_model, warmup):
    if step < 1: raise ValueError(f"{step=}")
    import numpy as np
    return float((d_model ** -0.5) * np.minimum(step ** -0.5, step * warmup ** -1.5))


# --- paper
def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f'step={step} must be at least 1')
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


# --- peak_times_shape
def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f'step={step} must be at least 1')
    return (d_model * warmup) ** -0.5 * min(math.sqrt(warmup / step), step / warmup)


# --- usual
def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    falling = step**-0.5
    rising = step * warmup**-1.5
    return d_model**-0.5 * min(falling, rising)
