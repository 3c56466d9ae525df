"""Run edited versions of a learner's code, as cheaply as the trials allow.

This may run in the process of untrusted code, so it holds no expected results and judges nothing.
"""

from __future__ import annotations

import builtins
import copy
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import count
from types import CodeType, FrameType
from typing import Any

import torch

from ... import noted
from ..exercise import Trial
from ..observation import Observed, OutOfTime, Raised, plain
from .guard import seed

FILE = "<your code>"  # file name of every program
ROUND = "_a_round_begins"  # name of the function that counts iterations of `while` loops
NOTED = "_what_this_gives"  # name of a function that records its argument and returns it
ROUNDS = 20_000  # limit of iterations of all `while` loops of a program together
_KEPT = 1_000  # limit of recorded values of one piece of code


def define(program: CodeType, name: str, names: Mapping[str, Any], **more: Any) -> Any:
    """The object of that name that a program defines; None if it defines none.

    Args:
        names: The global names that the program sees.
        more: Further global names.
    """
    rounds = count()

    def begun() -> None:
        if next(rounds) > ROUNDS:
            raise OutOfTime(f"more than {ROUNDS} rounds")

    space = {"__name__": "__main__", "__builtins__": builtins, **names, **more, ROUND: begun}
    try:
        exec(program, space)
    except Exception:
        return None
    return space.get(name)


def run(trial: Trial, answer: Any) -> Observed:
    """Run a trial on copies of its arguments; side effects are not observed, unlike in a check.

    Raises:
        OutOfTime: a limit around the call was reached.
    """
    args = tuple(map(_copied, trial.args))
    kwargs = {name: _copied(value) for name, value in trial.kwargs.items()}
    seed(0, anew=True)
    noted.begin(trial.name)
    try:
        given = plain(trial.probe(answer, *args, **kwargs), set())
    except (KeyboardInterrupt, OutOfTime):
        raise
    except BaseException as error:
        return Observed(raised=Raised(type(error).__name__, str(error)[:200]))
    value = trial.counted(given, noted.so_far())
    pairs = zip((*args, *kwargs.values()), (*trial.args, *trial.kwargs.values()), strict=True)
    if trial.criterion == "values" and not all(_same(a, b) for a, b in pairs):
        return Observed(value, changed=("argument",))
    return Observed(value)


def values_noted(define: Callable[..., Any], run: Callable[[Any], Any]) -> list[Any]:
    """The values of a marked expression, in the order in which it was evaluated.

    Args:
        define: Makes the answer; further global names are given as keywords.
        run: Runs the answer.
    """
    seen: list[Any] = []

    def note(value: Any) -> Any:
        if len(seen) < _KEPT:
            seen.append(plain(value, set()))
        return value

    answer = define(**{NOTED: note})
    if answer is not None:
        run(answer)
    return seen


def counted(run: Callable[[], Observed]) -> tuple[Observed, int]:
    """Call ``run``; return its result and the number of function calls.

    The count measures the cost, independent of the machine's speed.
    """
    calls = 0

    def count_calls(frame: FrameType, event: str, given: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count_calls)
    try:
        seen = run()
    finally:
        sys.setprofile(before)
    return seen, calls


def traced(run: Callable[[], Observed]) -> tuple[Observed, set[int], dict[str, set[str]]]:
    """Call ``run``; return its result, the learner's lines that it reached, and types by name.

    The types are those of each name that the lines use.
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
        if frame.f_code.co_filename != FILE:
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
    """The name of a value's type, with that of a list's first element; every layer is "Module"."""
    if isinstance(value, torch.nn.Module):
        return "Module"
    if isinstance(value, (list, tuple)) and value:
        return f"{type(value).__name__}[{type(value[0]).__name__}]"
    return "Tensor" if isinstance(value, torch.Tensor) else type(value).__name__


def _copied(value: Any) -> Any:
    if type(value) is torch.Tensor and value.is_contiguous():
        return value.detach().clone().requires_grad_(value.requires_grad)
    if value is None or type(value) in (int, float, str, bool):
        return value
    if type(value) in (list, tuple):
        return type(value)(map(_copied, value))
    return copy.deepcopy(value)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, torch.Tensor):
        same = one.shape == other.shape and one.dtype == other.dtype
        return same and torch.equal(one.detach(), other.detach())
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[k], other[k]) for k in one)
    return True
