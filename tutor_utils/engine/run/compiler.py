"""Avoid loading PyTorch's compiler where code only marks functions for it.

Optimizers, and operations on the device ``meta``, are marked as not to be compiled. At the first
call of one, PyTorch imports its compiler only to set the mark, which takes more than a second.
While the compiler is not loaded nothing is compiled, so the mark has no effect. A stand-in accepts
the marks; it is removed together with them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

NAME = "torch._dynamo"
_MARK = "__dynamo_disable"  # PyTorch's attribute for the marked version of a function


class _StandIn(ModuleType):
    """Accepts the compiler's marks; any other attribute loads the real compiler."""

    def __init__(self) -> None:
        super().__init__(NAME)
        self.marked: list[Any] = []

    def disable(self, function: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Return the function unchanged."""
        if function is None:
            return lambda given: given
        self.marked.append(function)
        return function

    def graph_break(self, *args: Any, **kwargs: Any) -> None:
        """Do nothing: there is no graph."""

    def leave(self) -> None:
        """Remove the stand-in and the marks that it left."""
        if sys.modules.get(NAME) is self:
            del sys.modules[NAME]
        for function in self.marked:
            vars(function).pop(_MARK, None)
        self.marked.clear()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":  # Python reads these of every module
            raise AttributeError(name)
        self.leave()
        return getattr(import_module(NAME), name)


@contextmanager
def not_loaded_for_marks() -> Iterator[None]:
    """Inside the body, PyTorch's compiler is loaded only by code that compiles."""
    if NAME in sys.modules:
        yield
        return
    stand_in = _StandIn()
    sys.modules[NAME] = stand_in
    try:
        yield
    finally:
        stand_in.leave()
