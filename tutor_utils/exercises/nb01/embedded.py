"""Truth of the notebook's embeddings: rows of the table times √d_model, and tables to draw."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from ...engine.inputs import Inputs


def embedded(table: Tensor, ids: Tensor) -> Tensor:
    """Id by id: (B, L) -> (B, L, d_model)."""
    rows = [torch.stack([table[i] for i in row]) for row in ids]
    return torch.stack(rows) * math.sqrt(table.shape[1])


def gradient_of_rows(size: int, d_model: int, pad_id: int, ids: Tensor) -> dict[str, Tensor]:
    """What each row of the table learns where every number that comes out has its own weight.

    The pad's row learns nothing.
    """
    weights = torch.arange(1.0, ids.numel() * d_model + 1).view(-1, d_model)
    gradient = torch.zeros(size, d_model)
    for row, weight in zip(ids.flatten().tolist(), weights, strict=True):
        gradient[row] += weight * math.sqrt(d_model)
    gradient[pad_id] = 0.0
    return {"gradient of the table": gradient}


def drawn_table(inputs: Inputs, size: int, d_model: int, pad_id: int) -> Tensor:
    """A table whose row ``pad_id`` is zero."""
    table = inputs.normal(size, d_model)
    table[pad_id] = 0.0
    return table


def whole_table(inputs: Inputs, size: int, d_model: int) -> Tensor:
    """A table of whole numbers for an example by hand; row 0 is the pad."""
    table = inputs.integers_as_float(size, d_model)
    table[0] = 0.0
    return table
