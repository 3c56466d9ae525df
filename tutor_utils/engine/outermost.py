"""Intercept the calls that a probe makes to an answer: a function, or a class of modules.

Only outermost calls are intercepted, not those that a module makes inside itself.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from torch import nn

Around = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]


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
