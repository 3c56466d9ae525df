"""Masks for the trials of notebook 06. True = may attend."""

from __future__ import annotations

import torch
from torch import Tensor


def padded(batch: int, length: int) -> Tensor:
    """(B, 1, 1, L): the last keys of every sentence but the first are pads."""
    lengths = torch.tensor([length] + [2 + i % (length - 2) for i in range(batch - 1)])
    return (torch.arange(length) < lengths[:, None])[:, None, None]


def last_blocked(length: int) -> Tensor:
    """(1, 1, 1, L): the last key is blocked, if it is not the only one."""
    return (torch.arange(length) < max(1, length - 1))[None, None, None]
