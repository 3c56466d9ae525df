"""The masks of notebook 04, cell by cell: reference."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor


def padding(ids: Tensor, pad_id: int) -> Tensor:
    """(B, 1, 1, L): True where the key is no pad."""
    return torch.tensor([[[[i != pad_id for i in row]]] for row in ids.tolist()])


def causal(length: int, device: Any = None) -> Tensor:
    """(1, 1, L, L): True where the key is the query itself or stands before it."""
    places = torch.arange(length)
    return (places <= places[:, None])[None, None]


def target(ids: Tensor, pad_id: int) -> Tensor:
    """(B, 1, L, L): True where the key is neither in the future nor a pad."""
    return causal(ids.shape[1]) & (ids[:, None, None] != pad_id)
