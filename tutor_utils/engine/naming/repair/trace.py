"""What a run of the learner's code shows: the lines that it reached, and what their names held."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from types import FrameType
from typing import Any

import torch

from ...observation import Observed
from .code import Code
from .place import Types


def traced(run: Callable[[], Observed]) -> tuple[Observed, set[int], Types]:
    """Run something; return what was seen, the learner's lines that it reached, and their types.

    Types are those of each name that the lines use.
    """
    lines: set[int] = set()
    held: dict[str, set[str]] = defaultdict(set)

    def inside(frame: FrameType, event: str, given: Any) -> Any:
        if event == "line":
            lines.add(frame.f_lineno)
        elif event in ("return", "exception"):
            for name, value in frame.f_locals.items():
                if value is not None:
                    held[name].add(type_of(value))
                if name == "self" and isinstance(value, torch.nn.Module):
                    _attributes(value, held)
        return inside

    def entered(frame: FrameType, event: str, given: Any) -> Any:
        if not Code.is_own(frame):
            return None
        lines.add(frame.f_lineno)
        return inside

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        seen = run()
    finally:
        sys.settrace(before)
    return seen, lines, held


def _attributes(module: torch.nn.Module, held: dict[str, set[str]]) -> None:
    for table in (vars(module), module._parameters, module._buffers, module._modules):
        for name, value in table.items():
            if value is not None and not name.startswith("_"):
                held[f"self.{name}"].add(type_of(value))


def type_of(value: Any) -> str:
    """The name of a value's type, of a list's first element too; every layer is a Module."""
    if isinstance(value, torch.nn.Module):
        return "Module"
    if isinstance(value, (list, tuple)) and value:
        return f"{type(value).__name__}[{type(value[0]).__name__}]"
    return "Tensor" if isinstance(value, torch.Tensor) else type(value).__name__
