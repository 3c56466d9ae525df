"""The sinusoidal encoding (paper, section 3.5), entry by entry: reference of three exercises."""

from __future__ import annotations

import math

import torch
from torch import Tensor


def sinusoid(
    length: int, d_model: int, start: int = 0, dtype: torch.dtype = torch.float32
) -> Tensor:
    """Positions ``start`` to ``length - 1``: (length - start, d_model)."""
    waves = [
        (math.cos if feature % 2 else math.sin)(position / 10000 ** (feature // 2 * 2 / d_model))
        for position in range(start, length)
        for feature in range(d_model)
    ]
    return torch.tensor(waves, dtype=dtype).view(length - start, d_model)
