"""Intercept the calls that a probe makes to an answer: a function, or a class of modules.

Only outermost calls count: what a module calls inside itself is its own affair.
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
        answer: A function, or a class whose objects are called.
        around: ``around(target, args, kwargs)`` is run in place of each call, and makes it:
            ``target(*args, **kwargs)``.
    """
    if isinstance(answer, (type, nn.Module)):
        with around_modules(answer if isinstance(answer, type) else type(answer), around):
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
    """The same for the modules of a class; PyTorch's hooks would slow down each part of them."""
    if not issubclass(kind, nn.Module):
        yield
        return
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

    kind.__call__ = outermost  # type: ignore[method-assign]
    try:
        yield
    finally:
        if own:
            kind.__call__ = own  # type: ignore[method-assign]
        else:
            with suppress(AttributeError):  # the code itself has taken it away
                del kind.__call__
