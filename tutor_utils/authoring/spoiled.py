"""Make the course's own answer wrong in the plainest way, for each criterion of form."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn


def spoiled(own: Any) -> dict[str, tuple[Any, list[bool]]]:
    """For each criterion: the course's own answer, made wrong in what it tests.

    The list beside it fills as the answer is called: whether there was anything to spoil. A number
    has no shape.
    """
    ways: dict[str, Callable[[Any], Any]] = {
        "runs": _raise,
        "type": lambda result: None,
        "dtype": lambda result: _each(result, _other_type),
        "shape": lambda result: _each(result, lambda x: x[None]),
    }
    found: dict[str, tuple[Any, list[bool]]] = {}
    for name, way in ways.items():
        found[name] = _noting(own, way)
    return found | {
        "arguments": (_wrapped(own, _changing()), [True]),
        "defaults": (_wrapped(own, _without_device), [True]),
        "circumstances": _noting(own, _growing()),
        "sizes": _noting(own, lambda result: _each(result, _first_places)),
        "size-one": _noting(own, lambda result: _each(result, _squeezed)),
    }


def overwriting(own: Any) -> tuple[Any, list[bool]]:
    """The course's own answer, returning memory that its next call overwrites.

    Or it is one list. The list beside it fills as it is called: was there anything to spoil?
    """
    kept: dict[Any, Tensor] = {}
    items: list[Any] = []

    def way(result: Any) -> Any:
        places = iter(range(1000))
        if isinstance(result, list):
            items[:] = result
            return items

        def put(x: Tensor) -> Tensor:
            key = next(places), x.shape, x.dtype, x.device
            if key not in kept:
                kept[key] = torch.empty_like(x, requires_grad=False)
            return kept[key].copy_(x.detach())

        return _each(result, put)

    return _noting(own, way)


def _noting(own: Any, way: Callable[[Any], Any]) -> tuple[Any, list[bool]]:
    spoils: list[bool] = []

    def around(call: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        result = call(*args, **kwargs)
        spoils.append(True)
        changed = way(result)
        spoils[-1] = changed is not result
        return changed

    return _wrapped(own, around), spoils


def _wrapped(own: Any, around: Callable[..., Any]) -> Any:
    """``own`` with ``around(call, args, kwargs)`` in place of each call."""
    if not isinstance(own, type):
        return lambda *args, **kwargs: around(own, args, kwargs)
    base: Any = own

    def forward(self: nn.Module, *args: Any, **kwargs: Any) -> Any:
        return around(lambda *a, **k: base.forward(self, *a, **k), args, kwargs)

    return type(own.__name__, (own,), {"forward": forward})


def _raise(result: Any) -> Any:
    raise RuntimeError("spoiled on purpose")


def _without_device(call: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A call before which each tensor argument meets one created without ``device=``."""
    for arg in args:
        tensors = arg.parameters() if isinstance(arg, nn.Module) else [arg]
        for x in tensors:
            if isinstance(x, Tensor):
                torch.equal(x, torch.zeros(x.shape, dtype=x.dtype))
    return call(*args, **kwargs)


def _growing() -> Callable[[Any], Any]:
    """Replaces every second result by ones."""
    calls: list[int] = []

    def way(result: Any) -> Any:
        calls.append(1)
        return _each(result, lambda x: x * 0 + 1) if len(calls) % 2 == 0 else result

    return way


def _first_places(x: Tensor) -> Tensor:
    """Sets everything after position 200 of an axis to zero."""
    beyond = [axis for axis, size in enumerate(x.shape) if size > 200]
    for axis in beyond:
        inside = (torch.arange(x.shape[axis]) < 200).view([-1] + [1] * (x.dim() - axis - 1))
        x = x * inside.to(x)
    return x


def _squeezed(x: Tensor) -> Tensor:
    """Removes the axes of size 1."""
    return x.squeeze() if 1 in x.shape else x


def _each(value: Any, change: Callable[[Tensor], Tensor]) -> Any:
    if isinstance(value, Tensor):
        return change(value)
    if isinstance(value, (tuple, list)):
        changed = type(value)(_each(v, change) for v in value)
        return value if all(map(operator.is_, changed, value)) else changed
    return value


def _other_type(x: Tensor) -> Tensor:
    return x.float() if x.dtype in (torch.float64, torch.int64, torch.bool) else x.double()


def _changing() -> Callable[..., Any]:
    """A call that changes its arguments, but only the first time."""
    calls = []

    def around(call: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        result = _each(call(*args, **kwargs), torch.clone)
        calls.append(result)
        if len(calls) > 1:
            return result
        with torch.no_grad():
            for value in (*args, *kwargs.values()):
                for x in value.parameters() if isinstance(value, nn.Module) else [value]:
                    if isinstance(x, Tensor) and x.dtype == torch.int64:
                        x.copy_(x == 0)  # they are ids still
                    elif isinstance(x, Tensor):
                        x.logical_not_() if x.dtype == torch.bool else x.add_(1)
                    elif isinstance(x, list):
                        x.append(x[-1] if x else 0)
        return result

    return around
