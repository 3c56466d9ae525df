"""Work on arguments and results: copies, other numbers of equal shape, other dtypes."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor, nn


def snapshot(value: Any) -> Any:
    """A copy that no later call can change; tuples become lists."""
    if isinstance(value, Tensor):
        return value.detach().clone()
    if isinstance(value, (list, tuple)):
        return [snapshot(v) for v in value]
    if isinstance(value, dict):
        return {name: snapshot(v) for name, v in value.items()}
    return value


def independent_copy(value: Any) -> Any:
    """A copy to pass in place of an argument; parameters and generators are not copied."""
    return copy.deepcopy(value) if isinstance(value, (Tensor, list, tuple, dict)) else value


def place(value: Any) -> Any:
    """The address of a tensor's storage; None for anything else."""
    return value.untyped_storage().data_ptr() if isinstance(value, Tensor) else None


def write(part: Any, content: Any) -> None:
    """Replace the content of a tensor, a list or a dict in place."""
    if isinstance(part, Tensor):
        with suppress(RuntimeError):  # PyTorch refuses to write into an expanded tensor
            part.copy_(content)
    else:
        part.clear()
        (part.update if isinstance(part, dict) else part.extend)(content)


def floating(value: Any) -> bool:
    """Whether the value holds a floating-point tensor or a layer with one."""
    if isinstance(value, nn.Module):
        return any(p.is_floating_point() for p in value.parameters())
    if isinstance(value, (list, tuple)):
        return any(map(floating, value))
    return isinstance(value, Tensor) and value.is_floating_point()


def rewound(value: Any, seed: int) -> Any:
    """A copy of a generator, seeded unless ``seed`` is 0; anything else unchanged."""
    if not isinstance(value, torch.Generator):
        return value
    return value.clone_state().manual_seed(seed) if seed else value.clone_state()


def redrawn(generator: torch.Generator, value: Any) -> Any:
    """Random numbers in place of a floating-point tensor; anything else unchanged."""
    if isinstance(value, Tensor) and value.is_floating_point():
        drawn = torch.randn(value.shape, generator=generator, dtype=torch.float64)
        return drawn.to(value.dtype)
    return value


def other_values(generator: torch.Generator, value: Any) -> Any:
    """An argument of the same shape with other values."""
    if isinstance(value, Tensor) and value.is_floating_point():
        return redrawn(generator, value)
    if isinstance(value, Tensor):
        return value.flip(tuple(range(value.dim())))
    if isinstance(value, list):
        return [other_values(generator, v) for v in reversed(value)]
    if isinstance(value, dict):
        return dict(zip(value, reversed(value.values()), strict=True))
    return value[::-1] if isinstance(value, str) else value


def other_rows(generator: torch.Generator, value: Any) -> Any:
    """As ``other_values``, but an integer tensor has its rows reversed."""
    ids = isinstance(value, Tensor) and value.dim() and not value.is_floating_point()
    return value.flip(0) if ids else other_values(generator, value)


def as_slice(value: Any) -> Any:
    """The same tensor as a slice of a larger one, so that it is not contiguous."""
    if isinstance(value, Tensor) and value.dim():
        return torch.cat([value, value[..., :1]], -1)[..., :-1]
    return value


def to(dtype: torch.dtype, value: Any) -> Any:
    """A copy in another dtype; integer tensors keep theirs."""
    if isinstance(value, Tensor):
        value = value.detach()
        return value.to(dtype, copy=True) if value.is_floating_point() else value.clone()
    if isinstance(value, nn.Module):
        return copy.deepcopy(value).to(dtype)
    return [to(dtype, v) for v in value] if isinstance(value, (list, tuple)) else value


def parts(value: Any) -> Iterator[Any]:
    """All tensors, lists and dicts inside a value: all that can be changed in place."""
    if isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from parts(item)
    if isinstance(value, (Tensor, list, dict)):
        yield value


def floats(value: Any) -> Iterator[Tensor]:
    """The floating-point tensors inside a value."""
    return (p for p in parts(value) if isinstance(p, Tensor) and p.is_floating_point())


def flat(value: Any) -> Iterator[Any]:
    """The items of nested lists and tuples, one after another."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from flat(item)
    else:
        yield value


def holds_tensor(value: Any) -> bool:
    """Whether nested lists and tuples hold a tensor."""
    return any(isinstance(item, Tensor) for item in flat(value))


def number_types(value: Any) -> set[torch.dtype]:
    """The dtypes of all tensors inside a value, dicts included."""
    return {part.dtype for part in parts(value) if isinstance(part, Tensor)}
