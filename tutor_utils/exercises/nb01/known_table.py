"""Put a known table into a learner's embedding module, so that its output can be predicted.

Runs in the learner's process and holds no expected results. The contract names no attribute, so the
table is found by its shape: as it is, transposed (a Linear layer on one-hot rows), or row by row (a
ParameterList).
"""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor, nn

from ..gradients import gradients_or_zeros

RATE = 0.1  # learning rate of ``step_of_training``


@torch.no_grad()
def put(module: nn.Module, table: Tensor) -> bool:
    """Write ``table`` into the module's tensor of that shape, trained or not.

    Returns:
        Whether the module has one; if not, its output cannot be predicted.
    """
    tensors = list(_tensors(module))
    for wanted in (table, table.T):
        for tensor in tensors:
            if tensor.squeeze().shape == wanted.squeeze().shape:
                tensor.copy_(wanted.reshape(tensor.shape))
                if wanted is not table:
                    _without_biases(module)
                return True
    rows = [tensor for tensor in tensors if tensor.numel() == table.shape[1]][: len(table)]
    if len(rows) == len(table):
        for tensor, row in zip(rows, table, strict=True):
            tensor.copy_(row.reshape(tensor.shape))
    return len(rows) == len(table)


def rows(module: nn.Module, d_model: int) -> int | None:
    """The number of rows of the module's table; None where no tensor has rows of d_model."""
    shapes = (tensor.squeeze().shape for tensor in _tensors(module))
    return next((shape[0] for shape in shapes if len(shape) == 2 and shape[1] == d_model), None)


def _without_biases(module: nn.Module) -> None:
    """Set the biases of Linear layers to zero: a transposed table may be one's weight."""
    for layer in module.modules():
        if isinstance(layer, nn.Linear) and layer.bias is not None:
            layer.bias.zero_()


def _tensors(module: nn.Module) -> Iterator[Tensor]:
    """The module's parameters, then its buffers, then tensors that are plain attributes."""
    yield from module.parameters()
    yield from (b for b in module.buffers() if b.is_floating_point())
    for part in module.modules():
        values = vars(part).values()
        yield from (t for t in values if isinstance(t, Tensor) and t.is_floating_point())


def numbers(module: nn.Module) -> dict[str, int]:
    """The counts of trained and of frozen parameters."""
    found = {"numbers that are trained": 0, "numbers of frozen parameters": 0}
    for p in module.parameters():
        kind = "numbers that are trained" if p.requires_grad else "numbers of frozen parameters"
        found[kind] += p.numel()
    return found


def step_of_training(module: nn.Module, size: int, ids: Tensor) -> Tensor:
    """How far one step of SGD on the sum of the output lowers each id's vector.

    Args:
        size: The vocabulary size.
        ids: (B, L), the batch of the step.

    Returns:
        (size, d_model).
    """
    every = torch.arange(size)[:, None]
    parameters = [p for p in module.parameters() if p.requires_grad]
    before = module(every).detach()
    gradients = gradients_or_zeros(module(ids).sum(), parameters)
    with torch.no_grad():
        for p, gradient in zip(parameters, gradients, strict=True):
            p.add_(gradient, alpha=-RATE)
        return (before - module(every))[:, 0]
