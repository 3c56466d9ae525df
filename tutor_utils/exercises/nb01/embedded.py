"""Truth of the notebook's embeddings: rows of the table times √d_model, and what a step lowers."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from .known_table import RATE


def embedded(table: Tensor, ids: Tensor) -> Tensor:
    """Id by id: (B, L) -> (B, L, d_model)."""
    rows = [torch.stack([table[i] for i in row]) for row in ids]
    return torch.stack(rows) * math.sqrt(table.shape[1])


def lowered(size: int, d_model: int, pad_id: int, ids: Tensor) -> Tensor:
    """What ``known_table.step_of_training`` should give: each id as often as the batch holds it.

    A number of the table is multiplied by √d_model on its way to the output, and so is its
    gradient. The pad's row learns nothing.
    """
    count = torch.bincount(ids.flatten(), minlength=size)
    count[pad_id] = 0
    return (RATE * d_model * count)[:, None].expand(-1, d_model)


def with_pad(table: Tensor, pad_id: int = 0) -> Tensor:
    """The table, whose row ``pad_id`` is made zero."""
    table[pad_id] = 0.0
    return table
