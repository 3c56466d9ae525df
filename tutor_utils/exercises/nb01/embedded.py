"""Reference of notebook 01's embeddings: table rows times √d_model, and one step of training."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from .known_table import RATE


def embedded(table: Tensor, ids: Tensor) -> Tensor:
    """√d_model · table[ids], id by id: (B, L) -> (B, L, d_model)."""
    rows = [torch.stack([table[i] for i in row]) for row in ids]
    return torch.stack(rows) * math.sqrt(table.shape[1])


def lowered(size: int, d_model: int, pad_id: int, ids: Tensor) -> Tensor:
    """The expected ``known_table.step_of_training``: it grows with the id's count in the batch.

    The output is √d_model times the table row, so the gradient has this factor, and the change of
    the output has it twice. The pad's row is not trained.
    """
    count = torch.bincount(ids.flatten(), minlength=size)
    count[pad_id] = 0
    return (RATE * d_model * count)[:, None].expand(-1, d_model)


def with_pad(table: Tensor, pad_id: int = 0) -> Tensor:
    """The table with zeros in row ``pad_id``."""
    table[pad_id] = 0.0
    return table
