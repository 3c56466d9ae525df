"""Truth of cutting features into heads, and of joining heads again: one head at a time."""

from __future__ import annotations

import torch
from torch import Tensor


def split(x: Tensor, num_heads: int) -> Tensor:
    """Head i of token t holds features i*d_k:(i+1)*d_k of token t: (B, L, d) -> (B, h, L, d_k)."""
    d_k = x.shape[-1] // num_heads
    return torch.stack([x[:, :, i * d_k : (i + 1) * d_k] for i in range(num_heads)], dim=1)


def merge(x: Tensor) -> Tensor:
    """The heads of each token side by side: (B, h, L, d_k) -> (B, L, d)."""
    return torch.cat([x[:, i] for i in range(x.shape[1])], dim=-1)
