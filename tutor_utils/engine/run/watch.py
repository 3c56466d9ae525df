"""Intercept the calls that a probe makes to an answer, and watch what they do.

Only outermost calls are intercepted, not those that a module makes inside itself. A ``Watch``
records at the call which arguments change and what type is returned, since a probe may pass copies
and return a dict of measurements.
"""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

import torch
from torch import Tensor, nn

from .. import compare
from ..observation import plain

Around = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]
Given = tuple[tuple[Any, ...], Mapping[str, Any]]
_NOTHING = object()


@contextmanager
def around_calls(answer: Any, around: Around) -> Iterator[Any]:
    """Yield what a probe should call in place of ``answer``.

    Args:
        answer: A function, or a class of modules; another class is called as a function is.
        around: ``around(target, args, kwargs)`` is run in place of each call, and makes it:
            ``target(*args, **kwargs)``.
    """
    kind = type(answer)  # not isinstance: an object may claim to be of another type
    kind = answer if issubclass(kind, type) else kind
    if issubclass(kind, nn.Module):
        with around_modules(kind, around):
            yield answer
        return
    if not callable(answer):
        yield answer
        return

    @functools.wraps(answer)
    def call(*args: Any, **kwargs: Any) -> Any:
        return around(answer, args, kwargs)

    yield call


@contextmanager
def around_modules(kind: type, around: Around) -> Iterator[None]:
    """``around_calls`` for the modules of a class; PyTorch's hooks would slow down every part."""
    call, own, inside = kind.__call__, vars(kind).get("__call__"), False

    def outermost(module: nn.Module, *args: Any, **kwargs: Any) -> Any:
        nonlocal inside
        if inside:
            return call(module, *args, **kwargs)
        inside = True
        try:
            return around(module, args, kwargs)
        finally:
            inside = False

    type.__setattr__(kind, "__call__", outermost)  # even if a metaclass forbids it
    try:
        yield
    finally:
        if own:
            type.__setattr__(kind, "__call__", own)
        else:
            with suppress(AttributeError):  # the learner's code may have deleted it
                type.__delattr__(kind, "__call__")


class Watch:
    """Records the calls of one object."""

    def __init__(self) -> None:
        self.changed: dict[str, None] = {}  # names of parameters
        self._result: Any = _NOTHING

    @property
    def returned(self) -> str:
        """The type of what the last call returned; "" if no call finished."""
        return "" if self._result is _NOTHING else compare.kind(plain(self._result, set()))

    def on(self, answer: Any) -> AbstractContextManager[Any]:
        """A context that yields what the probe calls in place of ``answer``."""
        return around_calls(answer, self._around)

    def _around(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        # copies of what a call could change in place; modules are left out
        before = tuple(map(_copy, args)), {name: _copy(x) for name, x in kwargs.items()}
        try:
            self._result = target(*args, **kwargs)
        finally:
            with suppress(Exception):  # the learner's code may have changed Python's builtins
                function = target.forward if isinstance(target, nn.Module) else target
                self._note(function, (args, kwargs), before)
        return self._result

    def _note(self, function: Callable[..., Any], given: Given, before: Given) -> None:
        places = [i for i, old in enumerate(before[0]) if not _as_before(old, given[0][i])]
        named = [n for n, old in before[1].items() if not _as_before(old, given[1][n])]
        if places:
            try:
                parameters = inspect.signature(function).parameters.values()
                names = [
                    p.name
                    for p in parameters
                    if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
                ]
            except (TypeError, ValueError):
                names = []
            named = [names[i] if i < len(names) else f"argument {i + 1}" for i in places] + named
        self.changed |= dict.fromkeys(named)


def _as_before(old: Any, now: Any) -> bool:
    if old is _NOTHING:
        return True
    if isinstance(old, Tensor):
        return not changed_from(old, now)
    if isinstance(old, dict):
        old, now = [*old.keys(), *old.values()], [*now.keys(), *now.values()]
    return len(old) == len(now) and all(map(operator.is_, old, now))


def _copy(value: Any) -> Any:
    """A copy of a CPU tensor, or of a list's or dict's items; anything else unchanged."""
    if isinstance(value, Tensor) and value.device.type == "cpu":
        return value.detach().clone()
    return value.copy() if isinstance(value, (list, dict)) else _NOTHING


def changed_from(before: Any, after: Any) -> bool:
    """Whether an argument was changed; drawing from a generator is no change."""
    try:
        return not _same(before, after)
    except Exception:  # the argument holds another type now, which cannot be compared
        return True


def _same(before: Any, after: Any) -> bool:
    if isinstance(before, Tensor):
        if before.shape != after.shape or before.dtype != after.dtype:
            return False
        return torch.equal(before.nan_to_num(), after.nan_to_num())
    if isinstance(before, torch.Generator):
        return before.initial_seed() == after.initial_seed()  # drawing is allowed, seeding is not
    if isinstance(before, nn.Module):
        old, new = before.state_dict(), after.state_dict()
        return _held(before) == _held(after) and all(_same(old[k], new[k]) for k in old)
    if isinstance(before, (list, tuple)):
        return len(before) == len(after) and all(map(_same, before, after))
    if isinstance(before, dict):
        return before.keys() == after.keys() and all(_same(before[k], after[k]) for k in before)
    if isinstance(before, float) and before != before:
        return after != after  # NaN is not equal to itself, and stays NaN
    if isinstance(before, (bool, int, float, str, type(None))):
        return before == after
    return True


def _held(module: nn.Module) -> list[Any]:
    """A module's mode, the attribute names of its submodules, and which parameters are trained."""
    names = [sorted(vars(part)) for part in module.modules()]
    return [module.training, names, [p.requires_grad for p in module.parameters()]]
