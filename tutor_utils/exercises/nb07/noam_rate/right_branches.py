def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f'step={step} must be at least 1')
    return (d_model * (step if step > warmup else warmup**3 / step**2)) ** -0.5
