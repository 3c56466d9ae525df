def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f'step={step} must be at least 1')
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
