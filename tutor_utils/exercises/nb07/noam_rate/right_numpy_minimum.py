def noam_rate(step, d_model, warmup):
    if step < 1: raise ValueError(f"{step=}")
    import numpy as np
    return float((d_model ** -0.5) * np.minimum(step ** -0.5, step * warmup ** -1.5))
