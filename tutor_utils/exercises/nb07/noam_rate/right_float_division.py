def noam_rate(step, d_model, warmup):
    if not step >= 1:
        raise ValueError(f"step={step}: steps are counted from 1")
    rising, falling = step / warmup**1.5, 1 / math.sqrt(step)
    return sorted((rising, falling))[0] / math.sqrt(d_model)
