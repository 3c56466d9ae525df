"""What calls take and give: copies, other numbers of the same shapes, other number types."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor, nn


def kept(value: Any) -> Any:
    """A copy that no later call can change, with tuples and lists alike."""
    if isinstance(value, Tensor):
        return value.detach().clone()
    if isinstance(value, (list, tuple)):
        return [kept(v) for v in value]
    if isinstance(value, dict):
        return {name: kept(v) for name, v in value.items()}
    return value


def independent_copy(value: Any) -> Any:
    """A copy that can be given in place of an argument; of what learns or draws there is one."""
    return copy.deepcopy(value) if isinstance(value, (Tensor, list, tuple, dict)) else value


def place(value: Any) -> Any:
    """Where the numbers of a tensor lie."""
    return value.untyped_storage().data_ptr() if isinstance(value, Tensor) else None


def write(part: Any, content: Any) -> None:
    """Put other content into a tensor, a list or a dict."""
    if isinstance(part, Tensor):
        with suppress(RuntimeError):  # its rows may lie in one place: PyTorch refuses
            part.copy_(content)
    else:
        part.clear()
        (part.update if isinstance(part, dict) else part.extend)(content)


def same_numbers(one: Any, other: Any) -> bool:
    ours = [t.tolist() for t in floats(one)]
    return bool(ours) and ours == [t.tolist() for t in floats(other)]


def floating(value: Any) -> bool:
    """Whether there is a floating tensor, or a layer that holds one."""
    if isinstance(value, nn.Module):
        return any(p.is_floating_point() for p in value.parameters())
    if isinstance(value, (list, tuple)):
        return any(map(floating, value))
    return isinstance(value, Tensor) and value.is_floating_point()


def as_it_was(value: Any, seed: int) -> Any:
    """A generator that has drawn nothing yet; with a seed, one that draws other numbers."""
    if not isinstance(value, torch.Generator):
        return value
    return value.clone_state().manual_seed(seed) if seed else value.clone_state()


def is_mask(value: Any) -> bool:
    return isinstance(value, Tensor) and value.dtype == torch.bool


def drawn(value: Any, generator: torch.Generator) -> Any:
    if isinstance(value, Tensor) and value.is_floating_point():
        drawn = torch.randn(value.shape, generator=generator, dtype=torch.float64)
        return drawn.to(value.dtype)
    return value


def other_values(value: Any, generator: torch.Generator) -> Any:
    """Another argument of the same shape."""
    if isinstance(value, Tensor) and value.is_floating_point():
        return drawn(value, generator)
    if isinstance(value, Tensor):
        return value.flip(tuple(range(value.dim())))
    if isinstance(value, list):
        return [other_values(v, generator) for v in reversed(value)]
    if isinstance(value, dict):
        return dict(zip(value, reversed(value.values()), strict=True))
    return value[::-1] if isinstance(value, str) else value


def other_rows(value: Any, generator: torch.Generator) -> Any:
    ids = isinstance(value, Tensor) and value.dim() and not value.is_floating_point()
    return value.flip(0) if ids else other_values(value, generator)


def as_slice(value: Any) -> Any:
    if isinstance(value, Tensor) and value.dim():
        return torch.cat([value, value[..., :1]], -1)[..., :-1]
    return value


def to(dtype: torch.dtype, value: Any) -> Any:
    if isinstance(value, Tensor):
        value = value.detach()
        return value.to(dtype, copy=True) if value.is_floating_point() else value.clone()
    if isinstance(value, nn.Module):
        return copy.deepcopy(value).to(dtype)
    return [to(dtype, v) for v in value] if isinstance(value, (list, tuple)) else value


def parts(value: Any) -> Iterator[Any]:
    """All tensors, lists and dicts in a value: what can be written into."""
    if isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from parts(item)
    if isinstance(value, (Tensor, list, dict)):
        yield value


def floats(value: Any) -> Iterator[Tensor]:
    return (p for p in parts(value) if isinstance(p, Tensor) and p.is_floating_point())


def flat(value: Any) -> Iterator[Any]:
    """What stands in lists and tuples, one within the other."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from flat(item)
    else:
        yield value


def holds_tensor(value: Any) -> bool:
    return any(isinstance(item, Tensor) for item in flat(value))


def number_types(value: Any) -> set[torch.dtype]:
    """Those of the tensors in a value, also of those in dicts."""
    return {part.dtype for part in parts(value) if isinstance(part, Tensor)}
