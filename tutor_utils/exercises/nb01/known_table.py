"""A known table in a learner's module, so that what it computes can be compared with a truth.

The contract names no attribute, so the table is found by its shape: as it is, turned round (a
Linear layer reads it off a one-hot row), or row by row (a ParameterList).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from ..gradients import gradients_or_zeros


@dataclass(frozen=True)
class Held:
    """The tensors of a module that hold its table between them."""

    tensors: list[Tensor]
    shape: tuple[int, int]
    turned: bool = False

    def gradient(self, output: Tensor) -> Tensor:
        """The gradient of ``output``, weighted 1, 2, 3, ..., laid out as the table is."""
        if not self.tensors or not output.requires_grad:
            return torch.zeros(self.shape)
        trained = [t for t in self.tensors if t.requires_grad]
        of = dict(zip(map(id, trained), gradients_or_zeros(weighted(output), trained), strict=True))
        parts = [of[id(t)] if id(t) in of else torch.zeros_like(t) for t in self.tensors]
        whole = torch.cat([part.to_dense().reshape(-1) for part in parts])
        rows, columns = self.shape
        return whole.view(columns, rows).T if self.turned else whole.view(rows, columns)


def weighted(output: Tensor) -> Tensor:
    """One number in which every entry of ``output`` has a weight of its own."""
    return (output * torch.arange(1.0, output.numel() + 1).view(output.shape)).sum()


def put(module: nn.Module, table: Tensor) -> Held:
    """Write ``table`` into the module; nothing is held where it has no place for it."""
    held = find(module, *table.shape)
    parts = [table.T] if held.turned else table if len(held.tensors) > 1 else [table]
    with torch.no_grad():
        for tensor, part in zip(held.tensors, parts, strict=False):
            tensor.copy_(part.reshape(tensor.shape))
        for layer in module.modules():  # what a turned table is read through adds nothing
            if held.turned and isinstance(layer, nn.Linear) and layer.bias is not None:
                layer.bias.zero_()
    return held


def find(module: nn.Module, rows: int, columns: int) -> Held:
    """What holds a table of that shape, trained or not."""
    tensors = list(_tensors(module))
    for turned, wanted in ((False, (rows, columns)), (True, (columns, rows))):
        for tensor in tensors:
            if tensor.squeeze().shape == torch.empty(wanted, device="meta").squeeze().shape:
                return Held([tensor], (rows, columns), turned)
    single = [t for t in tensors if t.numel() == columns][:rows]
    return Held(single if len(single) == rows else [], (rows, columns))


def _tensors(module: nn.Module) -> Iterator[Tensor]:
    """Parameters first, then buffers, then what is a plain attribute."""
    yield from module.parameters()
    yield from (b for b in module.buffers() if b.is_floating_point())
    for part in module.modules():
        values = vars(part).values()
        yield from (t for t in values if isinstance(t, Tensor) and t.is_floating_point())


def trained_numbers(module: nn.Module) -> int:
    """How many numbers the optimizer would change."""
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


def learned(module: nn.Module, rows: int, columns: int, ids: Tensor) -> dict[str, Tensor]:
    """What the module's table of that shape would learn from ``ids``."""
    return {"gradient of the table": find(module, rows, columns).gradient(module(ids))}
