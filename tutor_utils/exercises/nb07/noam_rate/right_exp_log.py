def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f'step={step} must be at least 1')
    return math.exp(-0.5 * math.log(d_model) + min(-0.5 * math.log(step), math.log(step) - 1.5 * math.log(warmup)))
