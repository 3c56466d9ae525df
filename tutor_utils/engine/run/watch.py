"""Watch the calls of the learner's object: which arguments they change, what they return.

A probe may hand copies over, and return a dict of what it measured. So what a call changes, and
what it returned, is noted at the call itself.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from typing import Any

from torch import Tensor, nn

from .. import compare
from ..observation import plain
from ..outermost import around_calls

Given = tuple[tuple[Any, ...], Mapping[str, Any]]
_NOTHING = object()


class Watch:
    """Records the calls of one object; ``same`` says whether an argument is unchanged."""

    def __init__(self, same: Callable[[Any, Any], bool]) -> None:
        self.changed: dict[str, None] = {}  # names of parameters
        self._same, self._result = same, _NOTHING

    @property
    def returned(self) -> str:
        """The type of what the last call returned; "" if no call finished."""
        return "" if self._result is _NOTHING else compare.kind(plain(self._result, set()))

    def on(self, answer: Any) -> AbstractContextManager[Any]:
        """Yields what a probe should call in place of ``answer``."""
        return around_calls(answer, self._around)

    def _around(self, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        before = _before(args, kwargs)
        try:
            self._result = target(*args, **kwargs)
        finally:
            with suppress(Exception):  # whatever the code has done to Python by now
                function = target.forward if isinstance(target, nn.Module) else target
                self._note(function, (args, kwargs), before)
        return self._result

    def _note(self, function: Callable[..., Any], given: Given, before: Given) -> None:
        places = [i for i, old in enumerate(before[0]) if not self._as_before(old, given[0][i])]
        named = [n for n, old in before[1].items() if not self._as_before(old, given[1][n])]
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

    def _as_before(self, old: Any, now: Any) -> bool:
        if old is _NOTHING:
            return True
        if isinstance(old, Tensor):
            return self._same(old, now)
        if isinstance(old, dict):
            old, now = [*old.keys(), *old.values()], [*now.keys(), *now.values()]
        return len(old) == len(now) and all(map(operator.is_, old, now))


def _before(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Given:
    """Copies of the arguments that a call could change in place; modules are left out."""
    return tuple(map(_copy, args)), {name: _copy(value) for name, value in kwargs.items()}


def _copy(value: Any) -> Any:
    """A copy of a CPU tensor, or of what a list or a dict holds; anything else unchanged."""
    if isinstance(value, Tensor) and value.device.type == "cpu":
        return value.detach().clone()
    return value.copy() if isinstance(value, (list, dict)) else _NOTHING
