"""result-shared"""



from functools import lru_cache

@lru_cache
def sinusoidal_encoding(length: int, d_model: int) -> Tensor:
    if d_model % 2:
        raise ValueError(f"d_model={d_model} is odd")
    place = torch.arange(length, dtype=torch.float64)[:, None]
    angle = place * 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1).float()
