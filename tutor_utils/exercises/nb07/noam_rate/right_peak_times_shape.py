def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f'step={step} must be at least 1')
    return (d_model * warmup) ** -0.5 * min(math.sqrt(warmup / step), step / warmup)
