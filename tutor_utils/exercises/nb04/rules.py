"""What the masks of notebook 04 say, cell by cell: truth."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor


def padding(ids: Tensor, pad_id: int) -> Tensor:
    """(B, 1, 1, L): True where the key is no pad."""
    return torch.tensor([[[[i != pad_id for i in row]]] for row in ids.tolist()])


def causal(length: int, device: Any = None) -> Tensor:
    """(1, 1, L, L): True where the key is the query itself or stands before it."""
    return torch.tensor([[[[k <= q for k in range(length)] for q in range(length)]]])


def target(ids: Tensor, pad_id: int) -> Tensor:
    """(B, 1, L, L): True where the key is neither in the future nor a pad."""
    places = range(ids.shape[1])
    return torch.tensor(
        [[[[k <= q and row[k] != pad_id for k in places] for q in places]] for row in ids.tolist()]
    )
