"""What `nn.Linear` computes, one output feature at a time."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def affine(x: Tensor, layer: nn.Linear) -> Tensor:
    """x W^T + b: (..., d_in) -> (..., d_out)."""
    columns = [(x * row).sum(-1) for row in layer.weight]
    y = torch.stack(columns, dim=-1)
    return y if layer.bias is None else y + layer.bias
