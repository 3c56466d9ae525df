"""The waves of section 3.5, entry by entry with Python's floats: truth of two exercises."""

from __future__ import annotations

import math

import torch
from torch import Tensor


def sinusoid(length: int, d_model: int, start: int = 0) -> Tensor:
    """Positions ``start`` to ``length - 1``: (length - start, d_model)."""
    table = torch.empty(length - start, d_model)
    for row, position in enumerate(range(start, length)):
        for feature in range(d_model):
            pair = feature // 2
            angle = position / 10000 ** (2 * pair / d_model)
            table[row, feature] = math.cos(angle) if feature % 2 else math.sin(angle)
    return table
