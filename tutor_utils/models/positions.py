"""The sinusoidal encoding of the paper, section 3.5."""

from __future__ import annotations

import torch
from torch import Tensor


def sinusoidal(max_len: int, d_model: int) -> Tensor:
    """Sine on even features, cosine on odd ones, (max_len, d_model); d_model may be odd."""
    position = torch.arange(max_len)[:, None]  # (max_len, 1)
    angles = position / 10_000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)[:, :d_model]
