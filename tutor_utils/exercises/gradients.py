"""Gradients, for probes and for expected results."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor


def gradients_or_zeros(total: Tensor, leaves: Sequence[Tensor]) -> list[Tensor]:
    """The gradient of ``total`` for each leaf; zeros where it does not depend on the leaf."""
    found: Sequence[Tensor | None] = [None] * len(leaves)
    if leaves and total.requires_grad:
        found = torch.autograd.grad(total, leaves, allow_unused=True)
    return [torch.zeros_like(p) if g is None else g for p, g in zip(leaves, found, strict=True)]


def weighted_sum(output: Tensor) -> Tensor:
    """A scalar to backpropagate from: a sum of the output with distinct weights from -1 to 1."""
    weights = torch.linspace(-1, 1, output.numel(), dtype=output.dtype)
    return (output * weights.view(output.shape)).sum()
